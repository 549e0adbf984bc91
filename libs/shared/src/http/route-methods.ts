import type { HttpServer } from "./create-server.ts";

interface KnownRoute {
  pattern: RegExp;
  methods: readonly string[];
}

const asPattern = (url: string): RegExp => {
  const segments = url.split("/").map((segment) => {
    if (segment === "*") return ".*";
    return segment.startsWith(":") ? "[^/]+" : segment.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${segments.join("/")}/?$`);
};

/**
 * Remembers which methods a server's addresses take. Call it before routes are registered.
 * @returns the methods of a path, empty when there is nothing at that address. A route for everything (`/*`) does not count.
 */
export function rememberMethods(server: HttpServer): (path: string) => string[] {
  const known: KnownRoute[] = [];
  server.addHook("onRoute", (route) => {
    if (route.url !== "/*" && route.url !== "*") known.push({ pattern: asPattern(route.url), methods: [route.method].flat() });
  });
  return (path) => [...new Set(known.filter((route) => route.pattern.test(path)).flatMap((route) => route.methods))].sort();
}
