import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Http2Recorder, headers, request } from '#test/support/wire/http2-recorder.ts';
import { FLAG, FRAME, formatFrame } from './frames.ts';

const { END_HEADERS } = FLAG;
const open = (id: number) => headers(id, request([], 'POST'), END_HEADERS);
const continuation = (id: number, block: string, flags = 0) =>
  formatFrame(FRAME.CONTINUATION, flags, id, block);
const CALM = ['C ENHANCE_YOUR_CALM'];

describe('header blocks', () => {
  const rows: readonly (readonly [title: string, frames: readonly string[], sent: readonly string[]])[] = [
    ['16 CONTINUATION frames', [...Array<string>(15).fill('x'), ''], []],
    ['17 CONTINUATION frames', [...Array<string>(17).fill('x')], CALM],
    ['4 empty CONTINUATION frames and the end', ['', '', '', '', ''], []],
    ['5 empty CONTINUATION frames', ['', '', '', '', '', ''], CALM],
    ['128 KiB', [...Array<string>(8).fill('x'.repeat(16_384))], CALM],
  ];
  for (const [title, parts, sent] of rows)
    it(`of ${title}`, () => {
      const recorder = Http2Recorder.connect();
      const last = parts.length - 1;
      // The content of the parts is a value that is not complete, so the block is valid only if all of them are received.
      const length = parts.join('').length;
      const block = `${request()}\0\x01a${formatLength(length)}`;
      recorder.send(headers(1, block, FLAG.END_STREAM));
      for (const [index, part] of parts.entries())
        recorder.send(continuation(1, part, index === last ? END_HEADERS : 0));
      assert.deepEqual(recorder.sentErrors(), sent);
      assert.equal(recorder.heads.length, sent.length === 0 ? 1 : 0);
    });

  it('have at most their size, wherever they are in the received bytes', () => {
    for (const [size, sent] of [
      [100, []],
      [101, CALM],
    ] as const) {
      const recorder = Http2Recorder.connect({ blockSize: 100 });
      const block = `${request()}\0\x01a`;
      const rest = size - block.length - 1;
      const last = `${formatLength(rest)}${'x'.repeat(rest)}`;
      recorder.send(
        formatFrame(99, 0, 0, 'x'.repeat(1000)) +
          headers(1, block, FLAG.END_STREAM) +
          continuation(1, last.slice(0, 10)) +
          continuation(1, last.slice(10), END_HEADERS),
      );
      assert.deepEqual(recorder.sentErrors(), sent);
      assert.equal(recorder.heads.length, sent.length === 0 ? 1 : 0);
    }
  });

  it('take at most 10 s', () => {
    const recorder = Http2Recorder.connect();
    recorder.now = 5000;
    recorder.send(headers(1, '', 0));
    recorder.machine.tick(15_000);
    assert.deepEqual(recorder.sentErrors(), []);
    recorder.machine.tick(15_001);
    assert.deepEqual(recorder.sentErrors(), CALM);
  });

  it('above 64 KiB get 431, and the table stays in step', () => {
    const recorder = Http2Recorder.connect();
    // The entry is of index 62 in the next block.
    const entry = '\x40\x01b\x01c';
    const large = `${request([], 'GET', '/large')}\0\x01a${formatLength(65_536)}`;
    recorder.send(headers(1, large, FLAG.END_STREAM));
    for (let part = 0; part < 4; part++) recorder.send(continuation(1, 'x'.repeat(16_384)));
    recorder.send(continuation(1, entry, END_HEADERS), headers(3, `${request()}\xbe`));
    const [error] = recorder.errors;
    assert.deepEqual([error?.status, error?.method, error?.target], [431, 'GET', '/large']);
    assert.deepEqual(recorder.heads[0]?.fields, ['host', 'a', 'b', 'c']);
    assert.deepEqual(recorder.sentErrors(), []);
  });

  const sizes: readonly (readonly [title: string, block: string, outcome: readonly string[]])[] = [
    ['64 KiB are accepted', requestOfSize(65_536), []],
    ['64 KiB and a byte get 431', requestOfSize(65_537), ['431']],
    ['256 KiB uncompressed get 431', repeated(4096), ['431']],
    ['256 KiB and a byte uncompressed end the connection', repeated(4097), CALM],
    ['128 KiB compressed get 431', blockOfLength(131_072), ['431']],
    ['128 KiB and a byte compressed end the connection', blockOfLength(131_073), CALM],
  ];
  for (const [title, block, outcome] of sizes)
    it(`of exactly ${title}`, () => {
      const recorder = Http2Recorder.connect();
      recorder.send(headers(1, '', FLAG.END_STREAM));
      for (let at = 0; at < block.length; at += 16_384)
        recorder.send(
          continuation(1, block.slice(at, at + 16_384), at + 16_384 >= block.length ? END_HEADERS : 0),
        );
      const statuses = recorder.errors.map(({ status }) => String(status)).filter((status) => status !== '0');
      assert.deepEqual([...statuses, ...recorder.sentErrors()], outcome);
    });

  it('above 256 KiB uncompressed end the connection', () => {
    const recorder = Http2Recorder.connect();
    const entry = `\x40\x01a${formatLength(4000)}${'x'.repeat(4000)}`;
    recorder.send(headers(1, request() + entry + '\xbe'.repeat(70)));
    assert.deepEqual(recorder.sentErrors(), CALM);
  });

  it('of trailers above 64 KiB get 431', () => {
    const recorder = Http2Recorder.connect();
    const entry = `\x40\x01a${formatLength(4000)}${'x'.repeat(4000)}`;
    recorder.send(open(1), headers(1, entry + '\xbe'.repeat(20)));
    assert.deepEqual(recorder.calls.slice(1), ['rejected 1 431 The trailers have more than 65536 bytes']);
  });
});

/** A request whose fields have a size (RFC 9113 §6.5.2). */
function requestOfSize(size: number): string {
  // Four pseudo-fields, and the name and the overhead of the field.
  const length = size - (42 + 43 + 38 + 43) - 33;
  return `${request()}\0\x01a${formatLength(length)}${'x'.repeat(length)}`;
}

/** 63 fields of 4,096 bytes, and another one of a size. */
function repeated(size: number): string {
  const entry = `\x40\x01a${formatLength(4063)}${'x'.repeat(4063)}`;
  return `${entry}${'\xbe'.repeat(62)}\0\x01a${formatLength(size - 33)}${'x'.repeat(size - 33)}`;
}

/** A request of a number of bytes. */
function blockOfLength(size: number): string {
  const start = `${request()}\0\x01a`;
  const length = size - start.length - 4;
  return `${start}${formatLength(length)}${'x'.repeat(length)}`;
}

/** The length of a string in a header block (RFC 7541 §5.2). */
function formatLength(length: number): string {
  if (length < 127) return String.fromCharCode(length);
  let text = '\x7f';
  let rest = length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) text += String.fromCharCode((rest % 128) + 128);
  return text + String.fromCharCode(rest);
}
