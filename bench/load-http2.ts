import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import { promisify } from 'node:util';
import { withFile } from './with-server.ts';

const run = promisify(execFile);

const SESSIONS = 8;
/** Requests in progress on each connection. */
const STREAMS = 16;

interface Http2Request {
  readonly port: number;
  readonly path: string;
  readonly method?: string;
  readonly fields?: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer;
}

/** The program that makes the requests: `h2load` where it is installed, because it needs less processor time. */
export function http2Generator(): 'h2load' | 'node:http2' {
  return spawnSync('h2load', ['--version']).status === 0 ? 'h2load' : 'node:http2';
}

/**
 * Keeps 8 connections of HTTP/2 over TLS busy with 16 requests each, for the given time.
 * @returns the number of responses.
 * @throws Error for a response with a status of 400 or more.
 */
export function loadHttp2(request: Http2Request, milliseconds: number): Promise<number> {
  return http2Generator() === 'h2load' ? runH2load(request, milliseconds) : runNode(request, milliseconds);
}

function runH2load({ port, path, fields = [], body }: Http2Request, milliseconds: number): Promise<number> {
  return withFile(async (file) => {
    if (body) await writeFile(file, body);
    const { stdout } = await run('h2load', [
      ...[`-c${SESSIONS}`, `-m${STREAMS}`, `-D${milliseconds}ms`],
      ...(body ? ['-d', file] : []),
      ...[['User-Agent', 'bench'], ['Accept', '*/*'], ...fields].flatMap((field) => ['-H', field.join(': ')]),
      `https://127.0.0.1:${port}${path}`,
    ]);
    return parseH2load(stdout);
  });
}

/** The number of successful requests in the report of `h2load`. */
export function parseH2load(report: string): number {
  const counts = /^status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx/m
    .exec(report)
    ?.slice(1)
    .map(Number);
  const [success = 0, redirected = 0, rejected = 0, failed = 0] = counts ?? [];
  if (!counts || rejected + failed > 0) throw new Error(`h2load reported ${report}`);
  return success + redirected;
}

async function runNode(
  { port, path, method = 'GET', fields = [], body }: Http2Request,
  milliseconds: number,
): Promise<number> {
  let responses = 0;
  let isRunning = true;
  const headers: OutgoingHttpHeaders = {
    ...{ ':method': method, ':path': path, 'user-agent': 'bench', accept: '*/*' },
    ...Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value])),
    ...(body && { 'content-length': body.length }),
  };

  const exchange = (session: ClientHttp2Session) =>
    new Promise<void>((resolve, reject) => {
      const stream = session.request(headers, { endStream: !body });
      stream.on('response', ({ ':status': status = 0 }) => {
        if (status >= 400) reject(new Error(`The server responded ${status} to ${path}`));
      });
      stream.resume().on('error', reject).on('close', resolve);
      if (body) stream.end(body);
    });
  const drive = async (session: ClientHttp2Session) => {
    while (isRunning) {
      await exchange(session);
      responses++;
    }
  };

  const sessions = Array.from({ length: SESSIONS }, () =>
    connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false }),
  );
  const drivers = sessions.flatMap((session) => Array.from({ length: STREAMS }, () => drive(session)));
  try {
    await Promise.race([new Promise((resolve) => setTimeout(resolve, milliseconds)), Promise.all(drivers)]);
    isRunning = false;
    await Promise.all(drivers);
    return responses;
  } finally {
    for (const session of sessions) session.destroy();
  }
}
