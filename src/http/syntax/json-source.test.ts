import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sourceAt } from './json-source.ts';

test('the text of a value has its digits and escapes, without insignificant white space', () => {
  const text = ' {\n\t"a" : [ 1 , 12345678901234567890.10 ,\r\n{ "b c" : "\\u0041 \\"]}" } ], "" : -0 }\n';
  for (const [steps, source] of [
    [[], '{"a":[1,12345678901234567890.10,{"b c":"\\u0041 \\"]}"}],"":-0}'],
    [['a'], '[1,12345678901234567890.10,{"b c":"\\u0041 \\"]}"}]'],
    [['a', '0'], '1'],
    [['a', '1'], '12345678901234567890.10'],
    [['a', '2'], '{"b c":"\\u0041 \\"]}"}'],
    [['a', '2', 'b c'], '"\\u0041 \\"]}"'],
    [[''], '-0'],
    [['a', '3'], undefined],
    [['a', '0', '0'], undefined],
    [['a', '2', 'b c', '0'], undefined],
    [['b'], undefined],
    [['b', 'c'], undefined],
  ] as const)
    assert.equal(sourceAt(text, steps), source, steps.join('/'));
});

test('the last of repeated names counts, and names are compared decoded', () => {
  assert.equal(sourceAt('{"a":1,"b":2,"\\u0061":3}', ['a']), '3');
  assert.equal(sourceAt('{"a":{"c":1},"a":[]}', ['a', 'c']), undefined);
});

test('a scalar and an empty list or object have no values inside', () => {
  for (const text of ['1', '"[1]"', 'null', '[]', '{}', ' [ ] ']) {
    assert.equal(sourceAt(text, ['0']), undefined, text);
    assert.equal(sourceAt(text, []), text.replaceAll(' ', ''));
  }
});

test('each value of any JSON is found at its path', () => {
  const space = fc.stringMatching(/^[ \n\r\t]{0,2}$/);
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), space, (value, indent) => {
      // With an indent, JSON has white space in the other places, too.
      const text = `${indent}${JSON.stringify(value, undefined, indent.replaceAll(/[^ \t]/g, ' '))}${indent}`;
      for (const [steps, inner] of valuesIn(JSON.parse(text), []))
        assert.equal(sourceAt(text, steps), JSON.stringify(inner), JSON.stringify(steps));
    }),
  );
});

function valuesIn(value: unknown, steps: readonly string[]): [steps: readonly string[], value: unknown][] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[steps, value], ...inner.flatMap(([name, each]) => valuesIn(each, [...steps, name]))];
}
