import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { faultRows } from '../tools/reference/fault-rows.ts';

/** Clients of a kind that are connected at a time. */
const AT_ONCE = 4;

/** Milliseconds for a response. Faults that stall take longer, and their clients give up. */
const PATIENCE = 1500;

/** Requests on each connection of HTTP/2. */
const STREAMS = 16;

const HOST = 'Host: 127.0.0.1\r\n';
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`;
const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: ${length}\r\n\r\n`;

/** Connects once, in one of the ways of its kind. The number is different each time. */
type MixedClient = (port: number, number: number) => Promise<void>;

const CLIENTS: readonly MixedClient[] = [abortRequest, abortResponse, provokeFault, upload, resetStreams];

/**
 * Clients that abort requests and responses, meet faults, upload, and reset streams of HTTP/2, for the given time.
 * @returns the number of connections
 */
export async function connectMixed(port: number, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  let count = 0;
  const drive = async (client: MixedClient) => {
    while (performance.now() < end) await client(port, ++count);
  };
  await Promise.all(CLIENTS.flatMap((client) => Array.from({ length: AT_ONCE }, () => drive(client))));
  return count;
}

/** Disconnects within the head, within the content, or during a delay. */
async function abortRequest(port: number, number: number): Promise<void> {
  const started = ['GET /get HTT', `${post('/post', 1000)}${'x'.repeat(500)}`, get('/delay/1')];
  const socket = await open(port);
  socket.write(started[number % started.length] ?? '');
  await sleep(10);
  disconnect(socket, number);
}

/** Disconnects when the first bytes of a response arrive. */
async function abortResponse(port: number, number: number): Promise<void> {
  const socket = await open(port);
  socket.write(get('/bytes/100000').repeat(5));
  await Promise.race([once(socket, 'data'), sleep(PATIENCE)]);
  disconnect(socket, number);
}

async function provokeFault(port: number, number: number): Promise<void> {
  const rows = faultRows();
  const { fault, method } = rows[number % rows.length] ?? {};
  const content = method === 'POST' ? `Content-Length: 2000\r\n\r\n${'x'.repeat(2000)}` : '\r\n';
  const socket = await open(port);
  socket.write(`${method} /compose?body=hello&fault=${fault} HTTP/1.1\r\n${HOST}${content}`);
  await untilEnd(socket.resume());
}

async function upload(port: number, number: number): Promise<void> {
  const size = 200_000;
  const socket = await open(port);
  socket.write(
    post(number % 2 === 0 ? '/upload' : '/post', size).replace(HOST, `${HOST}Connection: close\r\n`),
  );
  for (let sent = 0; sent < size; sent += 20_000) {
    socket.write('x'.repeat(20_000));
    await sleep(1);
  }
  await untilEnd(socket.resume());
}

/** Some streams end, some are reset at once, and some within their content or response. */
async function resetStreams(port: number, number: number): Promise<void> {
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  session.on('error', () => {});
  await Promise.all(Array.from({ length: STREAMS }, (_, index) => request(session, index)));
  if (number % 2 === 0) session.destroy();
  else await Promise.race([new Promise<void>((resolve) => session.close(resolve)), sleep(PATIENCE)]);
  session.destroy();
}

async function request(session: ClientHttp2Session, index: number): Promise<void> {
  const stream =
    index % 2 === 0
      ? session.request({ ':path': '/bytes/10000' })
      : session.request({ ':path': '/post', ':method': 'POST' }).on('error', () => {});
  stream.on('error', () => {});
  if (index % 2 === 1) stream.write('x'.repeat(5000));
  if (index % 4 === 0) stream.resume();
  else if (index % 4 === 1) stream.resume().end();
  else {
    await sleep(index);
    stream.close(constants.NGHTTP2_CANCEL);
  }
  if (!stream.closed) await Promise.race([once(stream, 'close').catch(() => {}), sleep(PATIENCE)]);
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket.on('error', () => {});
}

function disconnect(socket: Socket, number: number): void {
  if (number % 2 === 0) socket.resetAndDestroy();
  else socket.destroy();
}

/** Waits for the end of the connection, or gives up. */
async function untilEnd(socket: Socket): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), PATIENCE);
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  clearTimeout(timer);
}
