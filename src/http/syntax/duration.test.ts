import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDuration } from './duration.ts';

const units = { ms: 1, s: 1000, m: 60_000 };
const parse = (text: string) => parseDuration(text, units);

test('a number without a unit is a number of seconds', () => {
  for (const [text, milliseconds] of [
    ['2', 2000],
    ['1.5', 1500],
    ['.5', 500],
    ['5.', 5000],
    ['007', 7000],
    ['98', 98_000],
  ] as const)
    assert.equal(parse(text), milliseconds, text);
});

test('amounts with units are added up', () => {
  for (const [text, milliseconds] of [
    ['250ms', 250],
    ['1m30s', 90_000],
    ['.5m1.s1ms', 31_001],
    ['1s1s', 2000],
    ['1s.5m', 31_000],
    ['19s', 19_000],
  ] as const)
    assert.equal(parse(text), milliseconds, text);
});

test('any other text is invalid', () => {
  for (const text of [
    '',
    '.',
    '.s',
    '1s.s',
    ':',
    '1:s',
    '/s',
    's',
    '1 s',
    ' 1',
    '-1',
    '+1',
    '1d',
    '1S',
    '1e3',
    '1s2',
    '1.2.3',
    '1mss',
    '١s',
  ])
    assert.equal(parse(text), undefined, text);
  assert.equal(parse('1constructor'), undefined);
});

test('a unit that is not the last is required', () => {
  assert.equal(parse('1.5.5s'), undefined);
  assert.equal(parse('1s.'), undefined);
});

test('parsing needs linear time', () => {
  for (const chunk of ['1111s', '1', '1.', 's', '.5ms', '1m1']) {
    const text = `${chunk.repeat(100_000)}!`;
    const before = process.cpuUsage();
    assert.equal(parse(text), undefined);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 1_000_000, `${chunk} took ${user + system} µs`);
  }
});
