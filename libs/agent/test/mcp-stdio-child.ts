// A server over stdio that behaves as its argument says.
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { aWorld, makeTestServer, type TestWorld, textAnswer } from "./mcp-test-server.ts";

const ANSWERS: Record<string, TestWorld["answer"]> = {
  plain: (args) => textAnswer(`draught of ${String(args.unlocode)}: 12.8 m`),
  variables: () => textAnswer(Object.keys(process.env).join(" ")),
  crash: () => process.exit(7),
  hang: () => new Promise(() => {}),
  long: () => textAnswer("y".repeat(3_000_000)),
};
const answer = ANSWERS[process.argv[2] ?? "plain"];
if (!answer) throw new Error("no such behaviour");
await makeTestServer(aWorld({ answer })).connect(new StdioServerTransport());
