import { Agent, type IncomingMessage, request } from "node:http";

export interface DecisionWish {
  user: string;
  approvalId: string;
  revision: number;
  cardHash: string;
  decision: "approve" | "reject";
  /** Idempotency-Key; null sends none. */
  key: string | null;
}

export interface DecisionAnswer {
  wish: DecisionWish;
  status: number;
  replayed: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: an item or a problem
  body: any;
}

async function read(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of answer.setEncoding("utf8")) text += part;
  return text;
}

const MAX_CALLS = 20;

/** A client with connections of its own to one replica, as many at once as it is told. */
export function createDecisionClient(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const call = (wish: DecisionWish): Promise<DecisionAnswer> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer demo-${wish.user}`,
        "content-type": "application/json",
        "if-match": `"${wish.revision}"`,
        ...(wish.key === null ? {} : { "idempotency-key": wish.key }),
      };
      const sent = request(`${url}/v1/approvals/${wish.approvalId}/decisions`, { method: "POST", agent, headers }, (answer) => {
        const replayed = answer.headers["idempotency-replayed"] === "true";
        read(answer).then((text) => resolve({ wish, status: answer.statusCode ?? 0, replayed, body: JSON.parse(text) }), reject);
      });
      sent.on("error", reject).end(JSON.stringify({ decision: wish.decision, cardHash: wish.cardHash }));
    });
  return {
    /** Asks again while the answer is 503: an executor was too busy to say how the world is, and nothing was recorded. */
    async decide(wish: DecisionWish): Promise<DecisionAnswer> {
      for (let calls = 1; ; calls++) {
        const answer = await call(wish);
        if (answer.status !== 503 || calls === MAX_CALLS) return answer;
      }
    },
    close: () => agent.destroy(),
  };
}
