export { authenticateFirst } from "./authenticate-first.ts";
export { type Authenticate, type AuthenticatorOptions, createAuthenticator, type FindUser } from "./authenticator.ts";
export { createServer, type HttpServer, type ServerOptions } from "./create-server.ts";
