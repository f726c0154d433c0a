import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextDecoder, decodeWindows1252 } from './text-decoder.ts';

const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);

test('windows-1252 has the characters of the Encoding Standard', () => {
  const decoder = createTextDecoder('iso-8859-1', { fatal: true });
  assert.equal(decoder.encoding, 'windows-1252');
  for (const text of [decoder.decode(BYTES), decodeWindows1252(BYTES)]) {
    assert.equal(text.length, 256);
    assert.equal(text.slice(0x80, 0xa0), '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ');
    assert.equal(
      text.slice(0, 0x80) + text.slice(0xa0),
      Buffer.from(BYTES)
        .toString('latin1')
        .replace(/[\x80-\x9f]/g, ''),
    );
  }
  assert.equal(decoder.decode(BYTES.subarray(0x80, 0x81)), '€');
  assert.equal(decoder.decode(), '');
});

test('other encodings are decoded as by the platform', () => {
  assert.equal(createTextDecoder('utf-16le').decode(Uint8Array.of(0x41, 0)), 'A');
  assert.throws(() => createTextDecoder('utf-8', { fatal: true }).decode(Uint8Array.of(0xff)), TypeError);
  assert.throws(() => createTextDecoder('unknown'), RangeError);
});
