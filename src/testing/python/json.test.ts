import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPythonJson } from './json.ts';
import { NumberText, SortedMembers } from './value.ts';

test('sorts names and indents by two spaces at every level', () => {
  assert.equal(
    formatPythonJson({ b: [1, { d: null, c: true }], a: 'x' }),
    '{\n  "a": "x",\n  "b": [\n    1,\n    {\n      "c": true,\n      "d": null\n    }\n  ]\n}\n',
  );
});

test('writes empty objects and lists without spaces', () => {
  assert.equal(
    formatPythonJson({ a: {}, b: [], c: new Map(), d: new SortedMembers([], []) }).match(/\{\}|\[\]/g)
      ?.length,
    4,
  );
});

test('escapes everything except printable ASCII', () => {
  assert.equal(formatPythonJson('a"\\/\b\f\n\r\t\u0001\u007f'), '"a\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u007f"\n');
  assert.equal(formatPythonJson('é\u2028\u{1F600}\ud800'), '"\\u00e9\\u2028\\ud83d\\ude00\\ud800"\n');
});

test('sorts special and numeric names as text, in every kind of object', () => {
  const members: [string, unknown][] = [
    ['__proto__', 1],
    ['9', 2],
    ['10', 3],
    ['constructor', 4],
  ];
  const text = '{\n  "10": 3,\n  "9": 2,\n  "__proto__": 1,\n  "constructor": 4\n}\n';
  assert.equal(formatPythonJson(new Map(members)), text);
  assert.equal(formatPythonJson(SortedMembers.of(new Map(members))), text);
  assert.equal(formatPythonJson(Object.fromEntries(members)), text);
});

test('omits undefined members', () => {
  assert.equal(formatPythonJson({ a: undefined, b: 1 }), '{\n  "b": 1\n}\n');
  assert.equal(formatPythonJson({ a: undefined }), '{}\n');
});

test('writes numbers as Python', () => {
  const texts = [1, -0, 0.1, 1e-5, 1.5, 2 ** 60, Number.NaN, -Infinity, new NumberText('1.0')].map((value) =>
    formatPythonJson(value).trim(),
  );
  assert.deepEqual(texts, [
    '1',
    '0',
    '0.1',
    '1e-05',
    '1.5',
    '1152921504606846976',
    'NaN',
    '-Infinity',
    '1.0',
  ]);
});
