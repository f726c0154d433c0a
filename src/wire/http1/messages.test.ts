import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALL_CASES } from '#test/support/wire/http1/all-cases.ts';
import { chunked, HOST, post } from '#test/support/wire/http1/http1-case.ts';
import { decode } from '#test/support/wire/http1/transcript.ts';

/** Longer rows are not sent byte by byte. */
const MAX_SINGLE = 400;

/** Complete messages of a connection that stays open, which use all that a decoder records of a message. */
const EARLIER: readonly (readonly [title: string, text: string])[] = [
  ['extensions and trailers', chunked('1;a=bcd\r\na\r\n0;c\r\nX-T: 1\r\nX-U: 2\r\n\r\n')],
  [
    'all fields of connections, and CRLFs before it',
    `\r\n\r\n\r\n\r\n${post('Connection: keep-alive, upgrade\r\nUpgrade: a\r\nTE: trailers\r\nExpect: 100-continue\r\nContent-Length: 3\r\n', 'abc')}`,
  ],
  ['the version 1.0', `PUT /earlier HTTP/1.0\r\n${HOST}Connection: keep-alive\r\n\r\n`],
];

/** What the decoder calls for a row that follows another message. */
function decodeBehind(earlier: string, text: string, hasEnd: boolean, isSplit: boolean): unknown {
  const before = decode([earlier]).lines.length;
  const { lines, errors, heads } = decode([earlier, ...(isSplit ? text : [text])], hasEnd);
  return { lines: lines.slice(before), errors: errors.map(describeError), heads: heads.slice(1) };
}

function describeError({
  method,
  target,
  bytes,
}: {
  method: string;
  target: string;
  bytes: Buffer;
}): unknown {
  return [method, target, bytes.toString('latin1')];
}

describe('a message behind another one', () => {
  it('has limits of its own', () => {
    const extensions = `${`1;${'a'.repeat(4094)}\r\na\r\n`.repeat(4)}0;${'a'.repeat(3)}\r\n`;
    const message = chunked(`${extensions}${'X: 1\r\n'.repeat(2000)}\r\n`, 'X: 1\r\n'.repeat(1998));
    const { errors, trailers } = decode([message, message]);
    assert.deepEqual(errors, []);
    assert.equal(trailers.length, 2);
  });

  for (const [title, earlier] of EARLIER)
    it(`with ${title} gives the calls of the first message of a connection`, () => {
      for (const [name, text, , , hasEnd = false] of ALL_CASES)
        for (const isSplit of text.length > MAX_SINGLE ? [false] : [false, true]) {
          const { lines, errors, heads } = decode(isSplit ? [...text] : [text], hasEnd);
          assert.deepEqual(
            decodeBehind(earlier, text, hasEnd, isSplit),
            { lines, errors: errors.map(describeError), heads },
            name,
          );
        }
    });
});
