/** Name here of a tool behind an MCP server: the prefix keeps it apart from every tool of ours. */
export const mcpToolName = (server: string, tool: string): string =>
  `mcp_${server}_${tool.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")}`.slice(0, 60);
