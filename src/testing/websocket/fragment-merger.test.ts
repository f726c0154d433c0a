import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clientFrame } from '#test/support/wire/websocket-frames.ts';
import { FragmentMerger } from './fragment-merger.ts';
import { headLength, readHead } from './frame.ts';

function merge(
  chunks: readonly Buffer[],
  options: { limit?: number; budget?: number; isCompressible?: boolean } = {},
) {
  const { limit = 1000, budget = Number.POSITIVE_INFINITY, isCompressible = false } = options;
  const state = { code: 0, reserved: 0, completed: [] as number[] };
  const merger = new FragmentMerger({
    limit,
    isCompressible: () => isCompressible,
    acquire: (bytes) => {
      const isAvailable = state.reserved + bytes <= budget;
      if (isAvailable) state.reserved += bytes;
      return isAvailable;
    },
    completed: (bytes) => void state.completed.push(bytes),
    reject: (code) => {
      state.code = code;
    },
  });
  const out = Buffer.concat(chunks.flatMap((chunk) => merger.push(chunk)));
  return { ...state, out };
}

/** The frames of the output: opcode, final, compressed, content. */
function frames(bytes: Buffer) {
  const found: { opcode: number; isFinal: boolean; isCompressed: boolean; content: string }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at + headLength(bytes.subarray(at));
    const { opcode, isFinal, isCompressed, mask, length } = readHead(bytes.subarray(at));
    const content = Buffer.from(bytes.subarray(start, start + length));
    for (let index = 0; index < length; index++)
      content[index] = (content[index] ?? 0) ^ (mask?.[index & 3] ?? 0);
    found.push({ opcode, isFinal, isCompressed, content: content.toString('latin1') });
    at = start + length;
  }
  return found;
}

describe('fragments', () => {
  it('become one frame, in chunks of any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary-ascii', maxLength: 300 }), { minLength: 1, maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 }),
        (contents, sizes) => {
          const whole = Buffer.concat(
            contents.map((content, index) =>
              clientFrame(index === 0 ? 1 : 0, content, { isFinal: index === contents.length - 1 }),
            ),
          );
          const chunks: Buffer[] = [];
          for (let at = 0, index = 0; at < whole.length; index++) {
            const size = sizes[index % sizes.length] ?? 1;
            chunks.push(whole.subarray(at, at + size));
            at += size;
          }
          const { out, code, completed } = merge(chunks, { limit: 10_000 });
          const content = contents.join('');
          assert.deepEqual(frames(out), [{ opcode: 1, isFinal: true, isCompressed: false, content }]);
          assert.deepEqual([code, completed], [0, [content.length]]);
        },
      ),
    );
  });

  it('of a large message become frames of 64 KiB', () => {
    const fragments = Array.from({ length: 200_000 }, (_, index) =>
      clientFrame(index === 0 ? 2 : 0, 'x', { isFinal: index === 199_999 }),
    );
    const { out } = merge([Buffer.concat(fragments)], { limit: 200_000 });
    assert.deepEqual(
      frames(out).map(({ opcode, isFinal, content }) => [opcode, isFinal, content.length]),
      [
        [2, false, 65_536],
        [0, false, 65_536],
        [0, false, 65_536],
        [0, true, 200_000 - 3 * 65_536],
      ],
    );
  });

  it('keep the position of control frames', () => {
    const { out } = merge([
      clientFrame(1, 'a', { isFinal: false }),
      clientFrame(9, 'ping'),
      clientFrame(0, 'b', { isFinal: false }),
      clientFrame(10, ''),
      clientFrame(0, 'c'),
      clientFrame(8, '\x03\xe8'),
    ]);
    assert.deepEqual(
      frames(out).map(({ opcode, content }) => [opcode, content]),
      [
        [9, 'ping'],
        [10, ''],
        [1, 'abc'],
        [8, '\x03\xe8'],
      ],
    );
  });

  it('keep the compression bit on the first frame only', () => {
    const compressed = [
      clientFrame(1, 'a', { isFinal: false, isCompressed: true }),
      clientFrame(0, 'b'.repeat(70_000)),
    ];
    const { out } = merge(compressed, { limit: 100_000, isCompressible: true });
    assert.deepEqual(
      frames(out).map(({ opcode, isCompressed }) => [opcode, isCompressed]),
      [
        [1, true],
        [0, false],
      ],
    );
  });
});

describe('a message', () => {
  it('of the limit passes; one more byte is rejected with 1009 before it arrives', () => {
    assert.equal(merge([clientFrame(1, 'x'.repeat(1000))]).code, 0);
    assert.equal(merge([clientFrame(1, 'x'.repeat(1001)).subarray(0, 8)]).code, 1009);
    const fragments = [clientFrame(1, 'x'.repeat(999), { isFinal: false }), clientFrame(0, 'xx')];
    assert.deepEqual([merge(fragments).code, merge(fragments).out.length], [1009, 0]);
  });

  it('with endless empty fragments is rejected with 1008', () => {
    const first = clientFrame(1, '', { isFinal: false });
    const empty = Array.from({ length: 16_383 }, () => clientFrame(0, '', { isFinal: false }));
    const whole = merge([first, ...empty, clientFrame(0, 'x')]);
    assert.deepEqual([whole.code, frames(whole.out).map(({ content }) => content)], [0, ['x']]);
    assert.equal(merge([first, ...empty, clientFrame(0, '', { isFinal: false })]).code, 1008);
  });

  it('without memory budget is rejected with 1013, and later input is ignored', () => {
    const { code, out, reserved } = merge([clientFrame(1, 'abcdef'), clientFrame(1, 'a')], { budget: 5 });
    assert.deepEqual([code, out.length, reserved], [1013, 0, 0]);
  });

  it('that is compressed reserves its maximum size, up to the limit', () => {
    const options = { isCompressible: true, limit: 3000 };
    assert.equal(merge([clientFrame(1, 'a', { isCompressed: true })], options).reserved, 1032);
    assert.equal(merge([clientFrame(1, 'abcdefgh', { isCompressed: true })], options).reserved, 3000);
    assert.equal(
      merge([clientFrame(1, 'a', { isCompressed: true })], { ...options, budget: 1000 }).code,
      1013,
    );
  });
});

describe('a frame that violates the protocol', () => {
  it('passes unchanged after the buffered message, with all later bytes', () => {
    for (const [name, bad] of Object.entries({
      unmasked: Buffer.from([0x80, 1, 0x61]),
      reserved: clientFrame(1, 'a', { reserved: 0x20 }),
      opcode: clientFrame(3, 'a'),
      control: clientFrame(0xb, 'a'),
      'compressed control': clientFrame(9, 'a', { isCompressed: true }),
      'long ping': clientFrame(9, 'a'.repeat(126)),
      'fragmented ping': clientFrame(9, 'a', { isFinal: false }),
      'new message': clientFrame(1, 'a'),
      'compressed continuation': clientFrame(0, 'a', { isCompressed: true }),
    })) {
      const rest = Buffer.from('anything');
      const { out } = merge([clientFrame(1, 'open', { isFinal: false }), bad, rest]);
      const [first] = frames(out.subarray(0, 10));
      assert.deepEqual(first, { opcode: 1, isFinal: false, isCompressed: false, content: 'open' }, name);
      assert.ok(out.subarray(10).equals(Buffer.concat([bad, rest])), name);
    }
    for (const bad of [clientFrame(0, 'a'), clientFrame(1, 'a', { isCompressed: true })])
      assert.ok(merge([bad]).out.equals(bad));
  });
});
