/** What stands for a request in a list: the user's own words, else what was asked for as steps. */
export function requestTitle(request: { text: string | null; id: string; actions?: { tool: string }[] | null }): string {
  if (request.text) return request.text;
  const tools = request.actions?.map((action) => action.tool) ?? [];
  return tools.length > 0 ? tools.join(", ") : request.id;
}
