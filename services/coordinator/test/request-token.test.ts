import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@quartermaster/shared/contracts";
import { createSigner, generateKey, loadVerifier } from "@quartermaster/shared/signing";
import { quietLog } from "@quartermaster/testing";
import { expect, it } from "vitest";
import { fetchRequestToken } from "../src/requests/request-token.ts";

it("does not take keys that cannot be read just now for a missing token: the request may be sent again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "qm-token-"));
  const [own, other] = [generateKey("approvals", "approvals-1"), generateKey("supply", "supply-1")];
  const requestId = newId("req");
  let signer = createSigner(own.privateKey);
  const body = {
    v: 1,
    tenant: "demo",
    requestId,
    requester: "planner.anna",
    roles: ["planner"],
    issuedAt: new Date().toISOString(),
  };
  const http = createServer((_request, response) => void response.end(JSON.stringify(signer.sign("request-token", body))));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  try {
    const file = join(folder, "public.json");
    const text = JSON.stringify({ keys: [own.publicKey, other.publicKey] });
    writeFileSync(file, text);
    let millis = 0;
    const approvalsUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const deps = { approvalsUrl, verifier: loadVerifier(file, () => millis), log: quietLog() };
    const fetchToken = () => fetchRequestToken(deps, requestId, "Bearer demo-planner.anna");
    expect(await fetchToken()).toMatchObject({ body: { requester: "planner.anna" } });
    rmSync(file);
    millis += 1_000;
    await expect(fetchToken()).rejects.toMatchObject({ code: "unavailable", status: 503, retryable: true, retryAfterSeconds: 2 });
    writeFileSync(file, text);
    expect(await fetchToken()).toMatchObject({ body: { requester: "planner.anna" } });
    signer = createSigner(other.privateKey);
    expect(await fetchToken()).toBeNull();
  } finally {
    http.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
