import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { HttpServer } from "@quartermaster/shared/http";
import type { FastifyReply, FastifyRequest } from "fastify";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webmanifest": "application/manifest+json",
};

interface Asset {
  body: Buffer;
  brotli: Buffer | null;
  type: string;
  /** Names with a hash never change their content. */
  immutable: boolean;
}

/** Content security policy of every console page; nothing inline, nothing from elsewhere. */
const consolePolicy = (issuer: string | undefined): string =>
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

/** Reads the built console once; a request can only get what was found here, so no path leads outside. */
function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith(".br")) continue;
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(folder, path).split(sep).join("/")}`;
    const compressed = `${path}.br`;
    assets.set(url, {
      body: readFileSync(path),
      brotli: existsSync(compressed) ? readFileSync(compressed) : null,
      type: TYPES[extname(path)] ?? "application/octet-stream",
      immutable: url.startsWith("/assets/"),
    });
  }
  return assets;
}

function send(asset: Asset, policy: string, request: FastifyRequest, reply: FastifyReply) {
  const brotli = asset.brotli !== null && /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""));
  reply
    .type(asset.type)
    .header("cache-control", asset.immutable ? "public, max-age=31536000, immutable" : "no-store")
    .header("content-security-policy", policy)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cross-origin-opener-policy", "same-origin")
    .header("vary", "accept-encoding");
  if (brotli) reply.header("content-encoding", "br");
  return reply.send(brotli ? asset.brotli : asset.body);
}

/** Serves the built console at `/`; addresses of pages get the same document, the API's own never do. Without a build it does nothing. */
export function serveConsole(server: HttpServer, folder: string | undefined, issuer: string | undefined): void {
  if (folder === undefined || !existsSync(join(folder, "index.html"))) return;
  const assets = readAssets(folder);
  const policy = consolePolicy(issuer);
  const page = assets.get("/index.html");
  server.get("/*", async (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    const asset = assets.get(path === "/" ? "/index.html" : path);
    if (asset) return send(asset, policy, request, reply);
    if (page && !path.startsWith("/v1/") && !path.startsWith("/assets/") && extname(path) === "") return send(page, policy, request, reply);
    return reply.callNotFound();
  });
}
