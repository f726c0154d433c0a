/**
 * The parts of `node:http` that the server uses. An `import` would evaluate all exports, including `WebSocket`, which
 * loads Node's `fetch` client: 16 MB of memory and 20 ms of each start.
 */
export const { createServer, IncomingMessage, STATUS_CODES, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http');

/** The registered reason phrase of a status, or `UNKNOWN`. */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? 'UNKNOWN';
}
