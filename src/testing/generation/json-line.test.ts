import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '#test/support/any-character.ts';
import { COMPACT, formatJsonLine, PYTHON } from './json-line.ts';

test('uses the given separators, and the order of the members', () => {
  const value = new Map<string, unknown>([
    ['b', ['x', 'é\n"']],
    ['2', 2],
    ['__proto__', null],
  ]);
  assert.equal(
    formatJsonLine(value, PYTHON),
    String.raw`{"b": ["x", "\u00e9\n\""], "2": 2, "__proto__": null}`,
  );
  assert.equal(formatJsonLine(value, COMPACT), String.raw`{"b":["x","\u00e9\n\""],"2":2,"__proto__":null}`);
});

test('writes JSON in ASCII on one line', () => {
  const members = fc.array(
    fc.tuple(fc.string({ unit: anyCharacter }), fc.array(fc.string({ unit: anyCharacter }))),
  );
  fc.assert(
    fc.property(members, fc.constantFrom(PYTHON, COMPACT), (pairs, separators) => {
      const line = formatJsonLine(new Map(pairs), separators);
      assert.match(line, /^[ -~]*$/);
      assert.deepEqual(Object.entries(JSON.parse(line)).sort(), [...new Map(pairs)].sort());
    }),
  );
});
