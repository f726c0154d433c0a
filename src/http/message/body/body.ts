import { queueMicrotask } from '#runtime.ts';
import { ChunkList } from '#wire/chunk-list.ts';
import type { BodyReader, WireExchange } from '#wire/port.ts';
import { EXPECT_CONTINUE, type RequestHead } from '#wire/request-head.ts';
import { bodyMemoryExhausted, bodyTooLarge } from '../../errors/errors.ts';
import { toBodyError } from '../../errors/wire-error.ts';
import type { Fields } from '../../syntax/fields.ts';
import type { Reservation } from './body-budget.ts';

/**
 * Maximum size of a body that a response contains as JSON, in bytes: JSON is up to nine times as long, and the maximum string
 * length is half a gigabyte.
 */
export const MAX_JSON_BODY_SIZE = 32 * 1024 * 1024;

/** Whether the request has a body (RFC 9112 §6). On HTTP/2, the frame with the head indicates it (RFC 9113 §8.1). */
export function hasBody({ framing, length }: Pick<RequestHead, 'framing' | 'length'>): boolean {
  return framing === 'frames' || (framing !== 'none' && length !== 0);
}

/** A request, and the whole body if it has been read before its reader is known. */
export interface BodySource {
  readonly wire: WireExchange;
  readonly bufferedBody?: Buffer | undefined;
}

/** A request, and the number of bytes of its body that were read. */
export interface BodyExchange extends BodySource {
  bytesReceived: number;
  bufferedBody?: Buffer | undefined;
  readonly recorder?: { informational(status: number, fields: Fields): void } | undefined;
}

/**
 * Reads the whole body without decoding it.
 * @throws HttpError 413 as soon as more than `limit` bytes are declared or received; 503 when the body
 * budget is exhausted; 400 when it is incomplete.
 */
export function readBody(exchange: BodyExchange, limit: number, reservation: Reservation): Promise<Buffer> {
  // One promise for all steps, because most bodies arrive with the head.
  return new Promise((resolve, reject) => {
    const { wire, bufferedBody } = exchange;
    const { length } = wire.head;
    if (length > limit) throw bodyTooLarge(limit);
    if (bufferedBody) {
      if (bufferedBody.length > limit) throw bodyTooLarge(limit);
      exchange.bytesReceived += bufferedBody.length;
      resolve(bufferedBody);
      return;
    }
    if (!reservation.fits(Math.max(length, 0) - wire.body.waiting)) throw bodyMemoryExhausted();
    sendContinue(exchange);
    const content = new ChunkList();
    const add = (chunk: Buffer) => {
      exchange.bytesReceived += chunk.length;
      if (content.length + chunk.length > limit) throw bodyTooLarge(limit);
      if (!reservation.acquire(chunk.length)) throw bodyMemoryExhausted();
      content.add(chunk);
    };
    const fail = (error: unknown) => {
      reservation.close();
      reject(error);
    };
    collect(exchange, add, () => resolve(content.concat()), fail);
  });
}

/**
 * Reads the whole body before the endpoint is called, whose readers then get the same bytes.
 * @throws HttpError as `readBody`.
 */
export async function bufferBody(
  exchange: BodyExchange,
  limit: number,
  reserve: () => Reservation,
): Promise<Buffer> {
  if (exchange.bufferedBody) return exchange.bufferedBody;
  const bytes = hasBody(exchange.wire.head) ? await readBody(exchange, limit, reserve()) : EMPTY;
  exchange.bufferedBody = bytes;
  // Counted when the body gets a reader.
  exchange.bytesReceived = 0;
  return bytes;
}

const EMPTY = Buffer.alloc(0);

/** Passes each chunk of the body to `onChunk`. Then calls `end`, or `fail` with the error that it throws, or of the body. */
function collect(
  exchange: BodyExchange,
  onChunk: (chunk: Buffer) => void,
  end: () => void,
  fail: (error: unknown) => void,
): void {
  const stop = listenToBody(exchange, {
    data(chunk) {
      try {
        onChunk(chunk);
      } catch (error) {
        stop();
        fail(error);
      }
    },
    end,
    fail: (error) => fail(toBodyError(error)),
  });
}

/**
 * Reads the body of a request, or the bytes that were read of it before. The reader is called after this function returns.
 * @returns a function that stops the reading.
 */
export function listenToBody({ wire, bufferedBody }: BodySource, reader: BodyReader): () => void {
  if (!bufferedBody) {
    wire.body.read(reader);
    return () => wire.body.stop();
  }
  let isStopped = false;
  queueMicrotask(() => {
    if (!isStopped && bufferedBody.length > 0) reader.data(bufferedBody);
    if (!isStopped) reader.end();
  });
  return () => {
    isStopped = true;
  };
}

/**
 * Reads and discards the whole body. Does not send 100 (Continue).
 * @throws HttpError as `readBody`.
 */
export function skipBody(exchange: BodyExchange, limit: number): Promise<void> {
  const count = (chunk: Buffer) => {
    exchange.bytesReceived += chunk.length;
    if (exchange.bytesReceived > limit) throw bodyTooLarge(limit);
  };
  return new Promise((resolve, reject) => collect(exchange, count, resolve, reject));
}

/**
 * Reads and discards the body before a response, as servers of APIs do. @returns whether there was one.
 * @throws HttpError as `readBody`.
 */
export async function readWholeBody(exchange: BodyExchange, limit: number): Promise<boolean> {
  if (!hasBody(exchange.wire.head)) return false;
  sendContinue(exchange);
  await skipBody(exchange, limit);
  return true;
}

/** Reads so many bytes of the body, and then no more. Resolves earlier at its end, and when the client disconnects. */
export function readPart(exchange: BodyExchange, count: number): Promise<void> {
  if (count === 0 || exchange.wire.body.state !== 'open') return Promise.resolve();
  sendContinue(exchange);
  return new Promise((resolve) => {
    const settle = () => {
      stop();
      resolve();
    };
    const stop = listenToBody(exchange, {
      data(chunk) {
        exchange.bytesReceived += chunk.length;
        if (exchange.bytesReceived >= count) settle();
      },
      end: settle,
      fail: settle,
    });
  });
}

/**
 * Sends 100 (Continue) to a client that expects it (RFC 9110 §10.1.1). Called right before the body is read, so that
 * a request that needs no body gets none. Nor does one whose body has failed already.
 */
export function sendContinue({ wire, bufferedBody, recorder }: BodyExchange): void {
  if (bufferedBody || !expectsContinue(wire.head) || wire.body.state === 'failed') return;
  if (wire.inform(100, 'Continue', [])) recorder?.informational(100, []);
}

/** Whether the client waits for 100 (Continue) before it sends the body (RFC 9110 §10.1.1). */
export function expectsContinue(head: RequestHead): boolean {
  return (head.flags & EXPECT_CONTINUE) !== 0 && hasBody(head);
}
