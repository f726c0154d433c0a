import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import type { TestContext } from 'node:test';
import type { Pair, RecordedExchange, RecordedRequest } from '#journal/recording/record.ts';
import type { ServerOptions } from '#server/server.ts';
import { serve, type TestServer } from './servers/serve.ts';
import { exchangeBytes, request, type WireRequest, type WireResponse } from './wire/wire.ts';

/** A request that the journal records: a message of HTTP/1, or the parts of a stream. */
export interface OriginalRequest {
  readonly name: string;
  /** A message of HTTP/1, of which each character is a byte. */
  readonly message?: string;
  readonly stream?: {
    readonly method?: string;
    readonly path: string;
    readonly fields?: Readonly<Record<string, string | readonly string[]>>;
    readonly body?: string | Uint8Array;
    readonly trailers?: Readonly<Record<string, string>>;
  };
}

/** A server with HTTP/1 and HTTP/2, over TLS or without. */
export interface RecordingServer extends TestServer {
  readonly url: string;
  readonly ca: string | undefined;
  call(parts: WireRequest): Promise<WireResponse>;
  /** Sends the request, and returns its complete entry. */
  record(original: OriginalRequest): Promise<RecordedExchange>;
  /** The first exchange with a greater id, when the condition holds; by default, that it is complete. */
  exchangeAfter(id: number, condition?: (exchange: RecordedExchange) => boolean): Promise<RecordedExchange>;
}

export async function serveRecording(
  t: TestContext,
  { tls = false, ...options }: Partial<ServerOptions> & { readonly tls?: boolean } = {},
): Promise<RecordingServer> {
  const server = await serve(t, { ...options, ...(tls ? { tls } : { h2c: true }) });
  const ca = server.caPath === undefined ? undefined : await readFile(server.caPath, 'utf8');
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${server.port}`;
  const { journal } = server;
  assert.ok(journal);
  const exchangeAfter = (id: number, condition = isComplete) =>
    new Promise<RecordedExchange>((resolve, reject) => {
      const find = () => {
        const found = journal.entries().find((entry) => entry.kind === 'exchange' && entry.id > id);
        if (found?.kind !== 'exchange' || !condition(found)) return;
        unsubscribe();
        clearTimeout(late);
        resolve(found);
      };
      const unsubscribe = journal.subscribe(find);
      const late = setTimeout(() => {
        unsubscribe();
        reject(new Error(`no exchange after ${id}: ${JSON.stringify(journal.entries().at(-1))}`));
      }, 60_000);
      find();
    });
  return {
    ...server,
    url,
    ca,
    call: (parts) => request(server.port, parts, ca),
    exchangeAfter,
    async record({ message, stream }) {
      const lastId = journal.lastId;
      if (message !== undefined)
        await exchangeBytes(server.port, message, [message.split(' ', 1)[0] ?? ''], ca);
      if (stream) await sendStream(url, stream, ca);
      return exchangeAfter(lastId);
    },
  };
}

function isComplete({ ended, ms }: RecordedExchange): boolean {
  return ended !== null && ms.body !== null;
}

async function sendStream(
  url: string,
  { method = 'GET', path, fields = {}, body, trailers }: NonNullable<OriginalRequest['stream']>,
  ca: string | undefined,
): Promise<void> {
  const session = connect(url, ca === undefined ? {} : { ca });
  try {
    await new Promise((resolve, reject) => {
      session.on('error', reject);
      const stream = session.request(
        { ...fields, ':method': method, ':path': path },
        { endStream: body === undefined, waitForTrailers: trailers !== undefined },
      );
      stream.on('wantTrailers', () => stream.sendTrailers(trailers ?? {}));
      stream.on('error', reject).on('close', resolve).resume();
      if (body !== undefined) stream.end(body);
    });
  } finally {
    session.close();
  }
}

/** A request as its receiver sees it, without the fields that only delimit the body. */
export function essence({ method, target, headers, trailers, body }: RecordedRequest) {
  return { method, target, headers: withoutFraming(headers), trailers, body: [body.length, body.sha256] };
}

function withoutFraming(headers: readonly Pair[]): Pair[] {
  return headers.filter(([name]) => !/^(?:content-length|transfer-encoding)$/i.test(name));
}
