import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { formatPythonJson } from './json.ts';
import { readPythonJson as read } from './json-reader.ts';

const rewritten = (text: string) => formatPythonJson(read(text)).trimEnd();

test('keeps integers of any size', () => {
  assert.equal(rewritten('12345678901234567890'), '12345678901234567890');
  assert.equal(rewritten('-0'), '0');
  assert.equal(rewritten('9'.repeat(4300)), '9'.repeat(4300));
  assert.equal(read('9'.repeat(4301)), undefined);
});

test('parses numbers with a fraction or exponent as floats', () => {
  const floats = [
    '1.0',
    '1E5',
    '1e22',
    '1e16',
    '1e15',
    '0.1',
    '-0.0',
    '1e400',
    '-1e400',
    '1e-5',
    '0.0001',
    '5e-324',
  ];
  assert.deepEqual(floats.map(rewritten), [
    '1.0',
    '100000.0',
    '1e+22',
    '1e+16',
    '1000000000000000.0',
    '0.1',
    '-0.0',
    'Infinity',
    '-Infinity',
    '1e-05',
    '0.0001',
    '5e-324',
  ]);
});

test('accepts NaN and infinities', () => {
  assert.equal(rewritten('[NaN,Infinity,-Infinity]'), '[\n  NaN,\n  Infinity,\n  -Infinity\n]');
});

test('uses the last of repeated names', () => {
  assert.equal(rewritten('{"a":1,"__proto__":2,"a":3}'), '{\n  "__proto__": 2,\n  "a": 3\n}');
});

test('returns undefined for invalid JSON', () => {
  const texts = [
    '',
    ' ',
    'x',
    'tru',
    'truex',
    'True',
    'nan',
    '-',
    '-NaN',
    '+1',
    '01',
    '1.',
    '.5',
    '1e',
    '--1',
    '1 2',
    '"a',
    '"\n"',
    '"\\x"',
    '"\\u12g4"',
    "'a'",
    '[1,]',
    '[,1]',
    '[1 2]',
    '{a:1}',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{"a":1',
    '[',
    ']',
    '\ufeff1',
    '\u00a01',
    '\f1',
    '[1]]',
    '// 1',
    '"\u0000"',
  ];
  for (const text of texts) assert.equal(read(text), undefined, JSON.stringify(text));
  assert.equal(read(Buffer.from('"a"', 'utf16le').toString('latin1')), undefined);
});

test('limits nesting to a thousand levels', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  assert.notEqual(read(nested(1000)), undefined);
  assert.equal(read(nested(1002)), undefined);
  assert.equal(read('['.repeat(1_000_000)), undefined);
  assert.equal(read('{"a":'.repeat(100_000)), undefined);
});

test('limits the size of the output', () => {
  assert.equal(read(`${'['.repeat(900)}${'1,'.repeat(500_000)}1${']'.repeat(900)}`), undefined);
});

const TRICKY = [
  '{"b": [1, 2.50, -0.0, 1e16, 123456789012345678901234567890], "a": {"z": null, "": true}, "é": "\\u00e9\\ud83d\\ude00\\ud800x"}',
  ' [ 1 , "\\/\\b\\f\\n\\r\\t\\"\\\\" , [ ] , { } ] ',
  '{"\\ud83d\\ude00": 1, "\\uffff": 2, "\\ud800": 3, "\\ud83dx": 4, "\\ue000": 5, "a": 6}',
  '[1e-4, 1e-5, 123456.789e3, 1.7976931348623157e308, 2.2250738585072014e-308, 4.35, 9007199254740993.0, 1e21, 1E-7, 0e5, 0.00001234]',
  '[NaN, Infinity, -Infinity, 1e999, -1e999]',
  '{"10": 1, "9": 2, "__proto__": 3, "constructor": 4, "a": 5, "A": 6}',
  '{"a": 1, "a": {"b": 2}, "b": []}',
  '"\\u007f\\u0080\\u2028"',
  '"\u007f\u00e9\u2028\u{1F600}"',
  '-0',
  '1.',
  '01',
  '[1,]',
  '\ufeff1',
  '"\t"',
  'null',
  'nul',
  '',
  '{"a":1}x',
  '[[[[[]]]]]',
  '-Infinityx',
  '"\\ud83d\\u0041"',
];

const ORACLE = `
import json, sys
for text in json.load(sys.stdin):
    try: out = json.dumps(json.loads(text), indent=2, sort_keys=True)
    except ValueError: out = None
    print(json.dumps(out))
`;

test('parses and formats as Python', (t) => {
  let lines: string;
  try {
    const input = JSON.stringify(TRICKY);
    lines = execFileSync('python3', ['-c', ORACLE], {
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  } catch {
    t.skip('there is no python3 here');
    return;
  }
  const responses: unknown[] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const [index, text] of TRICKY.entries()) {
    const value = read(text);
    assert.equal(value === undefined ? null : formatPythonJson(value).slice(0, -1), responses[index], text);
  }
  assert.equal(responses.length, TRICKY.length);
});
