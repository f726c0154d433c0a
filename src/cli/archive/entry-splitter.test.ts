import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EntrySplitter } from './entry-splitter.ts';

function split(text: string, size: number): string[] {
  const bytes = Buffer.from(text);
  const splitter = new EntrySplitter();
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += size) found.push(...splitter.push(bytes.subarray(at, at + size)));
  splitter.end();
  return found;
}

describe('the entries of an archive', () => {
  it('are the same for chunks of every size', () => {
    const entries = [{ a: 'é]},\\"', b: [[{}], { log: { entries: [1] } }] }, 'x]', 1, null, []];
    const log = { pages: [{ entries: [7] }], 'ent\\': [8], entries, comment: '"entries":[9]' };
    for (const text of [JSON.stringify({ entries: [6], log }), JSON.stringify({ log, x: 1 }, null, 2)])
      for (const size of [1, 2, 3, 7, 64, 10_000])
        assert.deepEqual(
          split(text, size).map((each) => JSON.parse(each)),
          entries,
          `${size} ${text}`,
        );
    assert.deepEqual(split('{"log":{"entries": [ ] }}', 2), []);
  });
});
