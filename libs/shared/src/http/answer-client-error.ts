import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { AppError, type ErrorCode, toProblem } from "../errors/index.ts";
import { PROBLEM_TYPE } from "./send-problem.ts";

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "body_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/**
 * Answers what is no HTTP request at all (a header too large, a broken line, a sender that stopped) with a problem document, and
 * closes the connection: where the next request would begin is not known.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Pick<Socket, "writable" | "end" | "destroy">): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const problem = toProblem(
    new AppError(CODES[error.code ?? ""] ?? "invalid_request", error.code === undefined ? {} : { detail: "the request could not be read" }),
  );
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\ncontent-type: ${PROBLEM_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
