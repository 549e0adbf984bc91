import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { HttpServer } from "@quartermaster/shared/http";
import type { FastifyReply } from "fastify";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
};

interface Asset {
  body: Buffer;
  brotli: Buffer | null;
  type: string;
  immutable: boolean;
}

const contentSecurityPolicy = (issuer: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    `connect-src 'self'${issuer ? ` ${new URL(issuer).origin}` : ""}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

/** Reads the built console once; files under `assets/` have hashed names and never change. */
function loadAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(folder, path).split(sep).join("/")}`;
    const brotli = existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : null;
    assets.set(url, { body: readFileSync(path), brotli, type, immutable: url.startsWith("/assets/") });
  }
  return assets;
}

/** Serves the console at `/` under a strict content security policy; routes of the app get its start page. */
export function registerConsole(server: HttpServer, options: { folder: string | undefined; issuer: string | null }): void {
  const assets = options.folder !== undefined && existsSync(options.folder) ? loadAssets(options.folder) : new Map<string, Asset>();
  const policy = contentSecurityPolicy(options.issuer);
  const serve = (reply: FastifyReply, asset: Asset, acceptsBrotli: boolean) => {
    reply.header("content-security-policy", policy);
    reply.header("x-content-type-options", "nosniff");
    reply.header("referrer-policy", "no-referrer");
    reply.header("cache-control", asset.immutable ? "public, max-age=31536000, immutable" : "no-store");
    reply.type(asset.type);
    if (!acceptsBrotli || !asset.brotli) return reply.send(asset.body);
    return reply.header("content-encoding", "br").header("vary", "accept-encoding").send(asset.brotli);
  };
  server.get("/*", async (request, reply) => {
    const path = (request.raw.url ?? "/").split("?", 1)[0] ?? "/";
    const brotli = String(request.headers["accept-encoding"] ?? "").includes("br");
    const asset = assets.get(path === "/" ? "/index.html" : path);
    if (asset) return serve(reply, asset, brotli);
    const start = assets.get("/index.html");
    const isPage = !/^\/(v1|a2a|\.well-known)(\/|$)/.test(path) && extname(path) === "";
    if (start && isPage) return serve(reply, start, brotli);
    return reply.callNotFound();
  });
}
