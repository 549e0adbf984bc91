export interface PrintedRoute {
  method: string;
  /** Parameters with a colon, as they were registered. */
  path: string;
}

/** Every route of a server, from the tree of paths that Fastify prints with `commonPrefix: false`. */
export function printedRoutes(tree: string): PrintedRoute[] {
  const above: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods = ""] =
      /^([│ ├└─]*)(\S+) \(([A-Z, ]+)\)/u.exec(line) ?? /^([│ ├└─]*)(\S+)()$/u.exec(line) ?? [];
    if (part === "") return [];
    const depth = indent.length / 4;
    above.length = depth;
    above[depth - 1] = part;
    const path = above.join("");
    return methods
      .split(", ")
      .filter((method) => method !== "" && method !== "HEAD" && method !== "OPTIONS")
      .map((method) => ({ method, path }));
  });
}
