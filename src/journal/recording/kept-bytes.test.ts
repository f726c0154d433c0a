import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ByteBlocks } from './kept-bytes.ts';

const SIZES = [0, 1, 1000, 4096, 4096, 4095, 3, 4096];

describe('blocks of bytes', () => {
  it('have each content as it was, however many follow', () => {
    const blocks = new ByteBlocks();
    const kept = Array.from({ length: 40 }, (_, round) =>
      SIZES.map((size) => {
        const content = Buffer.alloc(size, round + 1);
        return { content, part: blocks.keep(content, size) };
      }),
    ).flat();
    for (const { content, part } of kept) {
      assert.equal(part?.length, content.length);
      assert.deepEqual(Buffer.from(part.bytes), content);
      assert.equal(part.toString(), content.toString('latin1'));
    }
    assert.ok(new Set(kept.map(({ part }) => part?.bytes.buffer)).size <= 12);
  });

  it('encode a text of bytes as Latin-1, and content as UTF-8', () => {
    const blocks = new ByteBlocks();
    const [head, content] = [blocks.keepText('é\xff'), blocks.keep('é€', 5)];
    assert.deepEqual(Buffer.from(head?.bytes ?? []), Buffer.from([0xe9, 0xff]));
    assert.deepEqual(Buffer.from(content?.bytes ?? []), Buffer.from('é€'));
    assert.equal(`${head}`, 'é\xff');
  });

  it('have no long content', () => {
    const blocks = new ByteBlocks();
    assert.equal(blocks.keepText('x'.repeat(4097)), undefined);
    assert.equal(blocks.keep(new Uint8Array(4097), 4097), undefined);
  });
});
