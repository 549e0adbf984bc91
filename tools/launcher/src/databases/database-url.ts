/** The same server with another database, and another login when given. */
export function databaseUrl(serverUrl: string, to: { database: string; user?: string; password?: string }): string {
  const url = new URL(serverUrl);
  url.pathname = `/${to.database}`;
  if (to.user !== undefined) url.username = to.user;
  if (to.password !== undefined) url.password = to.password;
  return url.href;
}
