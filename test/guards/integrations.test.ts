import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const folder = path.join(import.meta.dirname, '../../integrations');

/** The sources of each integration, and how many lines of code they may have: without comments and empty lines. */
const INTEGRATIONS = {
  go: { sources: 'sparringtest/*.go', lines: 610 },
  junit: { sources: 'src/main/java/**/*.java', lines: 790 },
  pytest: { sources: 'src/**/*.py', lines: 510 },
  rust: { sources: 'src/*.rs', lines: 740 },
};

/** What the server does for all of them. */
const OF_THE_SERVER =
  /\bsort(?:ed|_by|Stable)?\b|\bregexp?\b|\bPattern\b|\bnearest\b|\bnear.?miss|\bmask|\*{3}/i;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|""".*"""$|$)/;

describe('the integrations', () => {
  for (const [name, { sources, lines }] of Object.entries(INTEGRATIONS))
    it(`${name} leaves matches, near misses, masks and orders to the server, and has at most ${lines} lines`, () => {
      const files = globSync(sources, { cwd: path.join(folder, name) });
      assert.ok(files.length >= 4);
      const code = files
        .flatMap((file) => readFileSync(path.join(folder, name, file), 'utf8').split('\n'))
        .filter((line) => !COMMENT.test(line));
      assert.deepEqual(
        code.filter((line) => OF_THE_SERVER.test(line)),
        [],
      );
      assert.ok(code.length <= lines, `${code.length} lines`);
    });
});
