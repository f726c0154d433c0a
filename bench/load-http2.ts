import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';

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

/**
 * Keeps 8 connections of HTTP/2 over TLS busy with 16 requests each, for the given time.
 * @returns the number of responses.
 * @throws Error for a response with a status of 400 or more.
 */
export async function loadHttp2(
  { port, path, method = 'GET', fields = [], body }: Http2Request,
  milliseconds: number,
): Promise<number> {
  let responses = 0;
  let isRunning = true;
  const headers: OutgoingHttpHeaders = {
    ':method': method,
    ':path': path,
    'user-agent': 'bench',
    accept: '*/*',
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
