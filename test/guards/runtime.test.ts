import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');

const FORBIDDEN =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandom(UUID|Bytes|Int|FillSync|Fill)\b|\bgetRandomValues\b|\bset(Timeout|Interval|Immediate)\(|\bperformance\.now\b|\bhrtime\b|timers\/promises|AbortSignal\.timeout/;

describe('time and randomness', () => {
  it('come from runtime.ts only', () => {
    const violations = globSync('src/**/*.ts', { cwd: root })
      .filter((file) => file !== path.join('src', 'runtime.ts') && !file.endsWith('.test.ts'))
      // Scripts of pages run in the browser, which has no runtime of the server.
      .filter((file) => !file.split(path.sep).includes('browser'))
      .flatMap((file) =>
        readFileSync(path.join(root, file), 'utf8')
          .split('\n')
          .flatMap((line, index) =>
            FORBIDDEN.test(line) && !isOfSocket(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
          ),
      );
    assert.deepEqual(violations, []);
  });
});

/** `setTimeout` of a socket or a reply is the idle timeout of the connection, not a timer. */
function isOfSocket(line: string): boolean {
  return (
    /^\s*setTimeout\(milliseconds: number\): this/.test(line) ||
    /\b(socket|reply)\.setTimeout\?*\.*\(/.test(line) ||
    /setTimeout\?\.\(/.test(line)
  );
}
