const APPROVALS_PORT = 8081;

/** Where approvals of the installation listens that QM_HTTP_PORT names: one port above the coordinator. Never the neighbour's by accident. */
export function defaultUrl(env: Record<string, string | undefined>): string {
  const port = /^\d{1,5}$/.test(env.QM_HTTP_PORT ?? "") ? Number(env.QM_HTTP_PORT) + 1 : APPROVALS_PORT;
  return `http://127.0.0.1:${port}`;
}
