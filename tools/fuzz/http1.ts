import assert from 'node:assert/strict';
import { type Draw, pick } from '#test/support/wire/draw.ts';
import { mutationSeeds } from '#test/support/wire/http1/all-cases.ts';
import { get, post } from '#test/support/wire/http1/http1-case.ts';
import { mutate } from '#test/support/wire/http1/mutations.ts';
import { decode, Transcript } from '#test/support/wire/http1/transcript.ts';
import type { WireError } from '#wire/error.ts';
import { Http1Decoder } from '#wire/http1/decoder.ts';
import { DEFAULT_HTTP1_LIMITS, type Http1Limits } from '#wire/http1/limits.ts';
import type { RequestHead } from '#wire/request-head.ts';
import type { CaseCheck, LiveMachines } from './fuzzer.ts';
import { addNoise, divide } from './noise.ts';

const LARGE_SIZE = 300_000;
const MAX_ERROR_BYTES = 8_192;
const STATUSES = [400, 413, 414, 431, 501, 505];

/** Checks each call of a decoder against its limits and the calls before it. */
class CheckedTranscript extends Transcript {
  readonly #limits: Http1Limits;
  #head: RequestHead | undefined;
  /** Bytes of content of the message; and of the chunk, which are missing. */
  #content = 0;
  #missing = 0;
  #isLastChunk = false;
  #extensionSize = 0;

  constructor(limits: Http1Limits) {
    super();
    this.#limits = limits;
  }

  override onHead(head: RequestHead): boolean {
    this.#assertNotFailed();
    assert.equal(this.#head, undefined, 'a head within a message');
    const { raw = '', method, target, version, fields } = head;
    assert.ok(raw.length <= this.#limits.headSize, 'the size of the head');
    assert.ok(method.length <= this.#limits.methodSize, 'the size of the method');
    assert.ok(fields.length <= 2 * this.#limits.fields && fields.length % 2 === 0, 'the number of fields');
    assert.ok(raw.startsWith(`${method} ${target} HTTP/${version}\r\n`) && raw.endsWith('\r\n\r\n'));
    this.#head = head;
    this.#content = 0;
    this.#missing = 0;
    this.#isLastChunk = false;
    this.#extensionSize = 0;
    return super.onHead(head);
  }

  override onContent(chunk: Buffer): boolean {
    this.#assertNotFailed();
    assert.ok(this.#head && chunk.length > 0, 'content without a message or a byte');
    this.#content += chunk.length;
    if (this.#head.framing === 'chunked') {
      this.#missing -= chunk.length;
      assert.ok(this.#missing >= 0, 'more content than the chunk has');
    } else assert.ok(this.#content <= this.#head.length, 'more content than was declared');
    return super.onContent(chunk);
  }

  override onChunk(size: number, extension: string): void {
    this.#assertNotFailed();
    assert.ok(this.#head?.framing === 'chunked' && !this.#isLastChunk, 'a chunk without a message');
    assert.equal(this.#missing, 0, 'a chunk within a chunk');
    this.#extensionSize += extension.length;
    assert.ok(extension.length <= this.#limits.chunkLineSize, 'the size of a chunk line');
    assert.ok(this.#extensionSize <= this.#limits.chunkExtensionSize, 'the size of the chunk extensions');
    this.#missing = size;
    this.#isLastChunk = size === 0;
    super.onChunk(size, extension);
  }

  override onEnd(trailers: readonly string[]): boolean {
    this.#assertNotFailed();
    assert.ok(this.#head, 'an end without a message');
    if (this.#head.framing === 'chunked') assert.ok(this.#isLastChunk, 'an end without the last chunk');
    else assert.equal(this.#content, Math.max(0, this.#head.length), 'an end within the content');
    assert.ok(trailers.length <= 2 * this.#limits.fields, 'the number of trailers');
    this.#head = undefined;
    return super.onEnd(trailers);
  }

  override onError(error: WireError): void {
    this.#assertNotFailed();
    assert.ok(error.kind === 'timeout' || STATUSES.includes(error.status), `the status ${error.status}`);
    assert.ok(error.bytes.length <= MAX_ERROR_BYTES, 'the bytes of the error');
    assert.match(error.message, / at byte \d+$/);
    super.onError(error);
  }

  #assertNotFailed(): void {
    assert.equal(this.errors.length, 0, 'a call behind an error');
  }
}

/** @returns what runs one case */
export function createHttp1Check(): CaseCheck {
  const seeds = mutationSeeds();
  return (draw, live) => checkConnection(draw, live, seeds);
}

/**
 * One connection. A handler that stops the decoder, deadlines, the client's end and an upgrade come at random. What was received is
 * what was decoded and what remains.
 */
function checkConnection(draw: Draw, live: LiveMachines, seeds: readonly string[]): void {
  const isLarge = draw(100) === 0;
  const bytes = Buffer.from(isLarge ? drawLargeText(draw, seeds) : drawText(draw, seeds), 'latin1');
  const limits = draw(2) === 0 ? DEFAULT_HTTP1_LIMITS : drawLimits(draw);
  const transcript = new CheckedTranscript(limits);
  const stops = [0, 3, 20][draw(3)] ?? 0;
  if (stops > 0) transcript.isContinued = () => draw(stops) > 0;
  const decoder = new Http1Decoder(transcript, limits);
  let received = 0;
  let isChanged = false;
  for (const part of divide(draw, bytes, isLarge ? 65_536 : 300)) {
    decoder.receive(part);
    received += part.length;
    assert.ok(decoder.retained <= received, 'retained bytes that were not received');
    if (decoder.phase !== 'stopped')
      assert.equal(decoder.retained, 0, 'retained bytes of a decoder that runs');
    if (draw(2) === 0) decoder.resume();
    if (draw(200) !== 0 || isChanged) continue;
    isChanged = true;
    if (draw(2) === 0) decoder.expire();
    else assertRest(decoder, transcript, bytes.subarray(0, received), limits);
  }
  decoder.end();
  // Each call of resume() continues to the next call of the handler, of which a message has fewer than bytes.
  for (let call = 0; call < bytes.length + 10 && decoder.phase === 'stopped' && decoder.retained > 0; call++)
    decoder.resume();
  for (let call = 0; call < 3; call++) decoder.resume();
  assert.equal(decoder.retained, 0, 'retained bytes at the end');
  if (!isChanged)
    assert.deepEqual(transcript.lines, decode([bytes], true, limits).lines, 'divided and whole');
  if (isLarge) live.add(decodeQuietly(bytes));
}

/** The bytes before the rest give the calls so far; those that need no further byte may be due. */
function assertRest(
  decoder: Http1Decoder,
  transcript: Transcript,
  received: Buffer,
  limits: Http1Limits,
): void {
  const rest = decoder.takeRest();
  const decoded = received.subarray(0, received.length - rest.length);
  assert.ok(received.subarray(decoded.length).equals(rest), 'the rest is not the end of what was received');
  const again = decode([decoded], false, limits);
  assert.deepEqual(
    again.heads.map(({ raw }) => raw),
    transcript.heads.map(({ raw }) => raw),
    'messages in the decoded bytes',
  );
  assert.equal(again.errors.length, transcript.errors.length, 'errors in the decoded bytes');
  for (const index of again.heads.keys()) assert.equal(again.contentOf(index), transcript.contentOf(index));
}

/** A decoder that has received the bytes in the packets of a socket, and whose handler retains nothing. */
function decodeQuietly(bytes: Buffer): Http1Decoder {
  const handler = { onHead: () => true, onContent: () => true, onEnd: () => true, onError: () => {} };
  const decoder = new Http1Decoder(handler, DEFAULT_HTTP1_LIMITS);
  // A copy, so that a retained view counts.
  const copy = Buffer.from(bytes);
  for (let at = 0; at < copy.length; at += 16_384) decoder.receive(copy.subarray(at, at + 16_384));
  return decoder;
}

function drawLimits(draw: Draw): Http1Limits {
  return {
    headSize: 30 + draw(300),
    fields: 1 + draw(6),
    methodSize: 1 + draw(12),
    chunkLineSize: 1 + draw(40),
    chunkExtensionSize: draw(60),
  };
}

function drawText(draw: Draw, seeds: readonly string[]): string {
  let text = '';
  for (let count = 1 + draw(4); count > 0; count--) text += mutate(draw, seeds);
  return draw(3) === 0 ? addNoise(draw, text) : text;
}

/** A text with one part that repeats: of fields, chunks, content or trailers, or any other one. */
function drawLargeText(draw: Draw, seeds: readonly string[]): string {
  const parts = [
    ['GET / HTTP/1.1\r\nX: ', 'a'],
    ['GET / HTTP/1.1\r\n', 'X: 1\r\n'],
    [`POST / HTTP/1.1\r\nContent-Length: ${LARGE_SIZE * 2}\r\n\r\n`, 'a'],
    ['POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n', '3;a=b\r\nabc\r\n'],
    ['POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n', `ffff\r\n${'a'.repeat(0xffff)}\r\n`],
    ['POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n', 'X: 1\r\n'],
    ['', get()],
    ['', post('Content-Length: 3\r\n', 'abc')],
  ] as const;
  const text = drawText(draw, seeds);
  const at = draw(text.length);
  const [start, part] =
    draw(3) > 0 ? (pick(draw, parts) ?? parts[0]) : [text.slice(0, at), text.slice(at, at + 1 + draw(60))];
  return start + part.repeat(Math.ceil(LARGE_SIZE / part.length)) + text.slice(at);
}
