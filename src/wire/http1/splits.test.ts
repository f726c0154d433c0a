import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraw, type Draw } from '#test/support/wire/draw.ts';
import { ALL_CASES, mutationSeeds } from '#test/support/wire/http1/all-cases.ts';
import { mutate } from '#test/support/wire/http1/mutations.ts';
import { decode, Transcript } from '#test/support/wire/http1/transcript.ts';
import { Http1Decoder } from './decoder.ts';
import { DEFAULT_HTTP1_LIMITS } from './limits.ts';

/** Number of mutated inputs, and of random splits of each table row times 1,000. */
const RUNS = Number(process.env.WIRE_RUNS ?? 3000);
const SEED = Number(process.env.SEED ?? 1);
const MAX_SPLIT = 400;

/** Throws if the calls for the parts are not those for the whole. */
function assertSame(whole: Transcript, parts: readonly Buffer[], hasEnd: boolean, place: () => string): void {
  const split = decode(parts, hasEnd);
  const isSame =
    isEqual(whole.lines, split.lines) &&
    isEqual(whole.contents, split.contents) &&
    whole.heads.length === split.heads.length &&
    whole.heads.every((head, index) => {
      const other = split.heads[index];
      return other !== undefined && head.raw === other.raw && isEqual(head.fields, other.fields);
    }) &&
    whole.trailers.every((trailers, index) => isEqual(trailers, split.trailers[index] ?? []));
  if (!isSame) assert.deepEqual(split, whole, place());
  const [error] = whole.errors;
  const bytes = split.errors[0]?.bytes;
  // What arrived behind the offending byte depends on the split.
  if (error) assert.ok(bytes && error.bytes.subarray(0, bytes.length).equals(bytes), place());
}

function isEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index]);
}

function randomParts(draw: Draw, bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + 1 + draw(draw(2) === 0 ? 8 : 200));
    parts.push(bytes.subarray(at, end));
    at = end;
  }
  return parts;
}

function singleBytes(bytes: Buffer): Buffer[] {
  return Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
}

test('each row of the tables gives the same calls for every split in two', () => {
  for (const [name, text, , , hasEnd = false] of ALL_CASES) {
    const bytes = Buffer.from(text, 'latin1');
    const whole = decode([bytes], hasEnd);
    // Most splits of large rows are within the same run of letters.
    const step = bytes.length > 4000 ? 7 : 1;
    for (let at = 0; at <= Math.min(MAX_SPLIT, bytes.length); at += step)
      assertSame(whole, [bytes.subarray(0, at), bytes.subarray(at)], hasEnd, () => `${name}, split at ${at}`);
  }
});

test('each row of the tables gives the same calls byte by byte, and for random splits', () => {
  const draw = createDraw(SEED);
  for (const [name, text, , , hasEnd = false] of ALL_CASES) {
    const bytes = Buffer.from(text, 'latin1');
    const whole = decode([bytes], hasEnd);
    assertSame(whole, singleBytes(bytes), hasEnd, () => `${name}, byte by byte`);
    for (let run = 0; run < Math.max(3, RUNS / 1000); run++)
      assertSame(whole, randomParts(draw, bytes), hasEnd, () => `${name}, random split, SEED=${SEED}`);
  }
});

test('mutated messages give the same calls byte by byte, and for random splits', () => {
  const draw = createDraw(SEED);
  const seeds = mutationSeeds();
  for (let run = 0; run < RUNS; run++) {
    const bytes = Buffer.from(mutate(draw, seeds), 'latin1');
    const hasEnd = draw(2) === 0;
    const whole = decode([bytes], hasEnd);
    const place = () => `${JSON.stringify(bytes.toString('latin1'))}, run ${run}, SEED=${SEED}`;
    assertSame(whole, singleBytes(bytes), hasEnd, place);
    assertSame(whole, randomParts(draw, bytes), hasEnd, place);
  }
});

test('a handler that stops at random calls gets the same calls, whenever it resumes', () => {
  const draw = createDraw(SEED);
  const seeds = mutationSeeds();
  for (let run = 0; run < RUNS; run++) {
    const bytes = Buffer.from(mutate(draw, seeds) + mutate(draw, seeds), 'latin1');
    const transcript = new Transcript();
    transcript.isContinued = () => draw(2) === 0;
    const decoder = new Http1Decoder(transcript, DEFAULT_HTTP1_LIMITS);
    for (const part of randomParts(draw, bytes)) {
      decoder.receive(part);
      if (draw(2) === 0) decoder.resume();
    }
    decoder.end();
    // Each resume() continues to the next call, of which a message has fewer than bytes.
    for (let resumed = 0; resumed <= bytes.length + 10; resumed++) decoder.resume();
    const place = `${JSON.stringify(bytes.toString('latin1'))}, run ${run}, SEED=${SEED}`;
    assert.deepEqual(transcript.lines, decode([bytes], true).lines, place);
    assert.equal(decoder.retained, 0, place);
  }
});

test('a head and a trailer section that arrive byte by byte take linear time', () => {
  const field = `X: ${'a'.repeat(60_000)}\r\n`;
  for (const text of [
    `GET / HTTP/1.1\r\n${field}\r\n`,
    `GET / HTTP/1.1\r\n${'X: 1\r\n'.repeat(1900)}\r\n`,
    `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${field}\r\n`,
  ]) {
    const parts = singleBytes(Buffer.from(text, 'latin1'));
    const start = process.cpuUsage();
    assert.equal(decode(parts).trailers.length, 1);
    // All three together take less than a tenth of this; a copy of the line for each byte takes more.
    assert.ok(process.cpuUsage(start).user < 1_000_000);
  }
});
