import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chunked, get, post } from '#test/support/wire/http1/http1-case.ts';
import { usedMemory } from '#test/support/wire/used-memory.ts';
import { Http1Decoder } from './decoder.ts';
import type { Http1Handler } from './handler.ts';
import { DEFAULT_HTTP1_LIMITS } from './limits.ts';

const DECODERS = 100;
/** Node's pool of small Buffers has 64 KiB, so a figure is exact to some pools. */
const MAX_BYTES = 300_000;
const LARGE = 60_000;
const HANDLER: Http1Handler = {
  onHead: () => true,
  onContent: () => true,
  onEnd: () => true,
  onError: () => {},
};

/** The bytes in ArrayBuffers that a number of decoders retain after they have received these parts, and done the rest. */
function retainedBytes(parts: readonly string[], finish: (decoder: Http1Decoder) => void): number {
  const before = usedMemory().arrayBuffers;
  const decoders = Array.from({ length: DECODERS }, () => {
    const decoder = new Http1Decoder(HANDLER, DEFAULT_HTTP1_LIMITS);
    for (const part of parts) decoder.receive(Buffer.from(part, 'latin1'));
    finish(decoder);
    return decoder;
  });
  const total = usedMemory().arrayBuffers - before;
  assert.equal(decoders.length, DECODERS);
  return total;
}

describe('a decoder retains no bytes', () => {
  const field = `X: ${'a'.repeat(LARGE)}\r\n`;
  const content = 'a'.repeat(8000);
  const stopping = get('/', 'Connection: close\r\n');
  const rows: readonly (readonly [
    title: string,
    parts: readonly string[],
    finish?: (decoder: Http1Decoder) => void,
  ])[] = [
    ['of a head that arrived in parts', ['GET / HTTP/1.1\r\n', field, '\r\n']],
    ['of a trailer section', [chunked('0\r\n'), field, '\r\n']],
    ['of content', [post('Content-Length: 8000\r\n', ''), content]],
    ['behind the last message', [stopping, content]],
    ['behind an error', ['GET / HTTP/1.1\r\n', field, '\0', content]],
    ['of a head whose time has passed', ['GET / HTTP/1.1\r\n', field], (decoder) => decoder.expire()],
    ['of a head that is incomplete', ['GET / HTTP/1.1\r\n', field], (decoder) => decoder.end()],
    ['of a trailer section that is rejected', [chunked('0\r\n'), field, '\0\n']],
    ['that were taken', ['GET / HTTP/1.1\r\n', field], (decoder) => decoder.takeRest()],
    [
      'behind those that were taken',
      [get()],
      (decoder) => {
        decoder.takeRest();
        decoder.receive(Buffer.from(content));
      },
    ],
  ];
  for (const [title, parts, finish = () => {}] of rows)
    it(title, () => {
      const bytes = retainedBytes(parts, finish);
      assert.ok(bytes < MAX_BYTES, `${bytes} bytes`);
    });
});

describe('a decoder that its handler has stopped', () => {
  const stopped = (text: string) => {
    const decoder = new Http1Decoder({ ...HANDLER, onHead: () => false }, DEFAULT_HTTP1_LIMITS);
    decoder.receive(Buffer.from(text, 'latin1'));
    decoder.receive(Buffer.from('later'));
    return decoder;
  };

  it('retains nothing of the bytes that were taken', () => {
    const decoder = stopped(`${get()}rest`);
    assert.equal(decoder.retained, 9);
    assert.equal(decoder.takeRest().toString(), 'restlater');
    assert.equal(decoder.retained, 0);
    assert.equal(decoder.takeRest().toString(), '');
  });

  it('retains nothing behind an error', () => {
    const decoder = stopped(`${get()}\0`);
    assert.equal(decoder.retained, 6);
    decoder.resume();
    assert.equal(decoder.phase, 'failed');
    assert.equal(decoder.retained, 0);
  });

  it('retains nothing once its time has passed', () => {
    const decoder = stopped(post('Content-Length: 9\r\n', 'rest'));
    assert.equal(decoder.retained, 9);
    decoder.expire();
    assert.equal(decoder.retained, 0);
  });
});
