import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HttpError } from '#http/errors/errors.ts';
import { parseDurationParameter } from './timing.ts';

test('parses numbers as seconds, and units', () => {
  const durations = { '2': 2000, '1.5': 1500, '.5': 500, '250ms': 250, '1m30s': 90_000, '1.5h': 5_400_000 };
  for (const [text, milliseconds] of Object.entries(durations)) {
    assert.equal(parseDurationParameter('delay', text), milliseconds, text);
  }
  assert.equal(parseDurationParameter('delay', '5us'), 0.005);
  assert.equal(parseDurationParameter('delay', '5µs'), 0.005);
});

test('rejects other text with the name of the parameter', () => {
  for (const text of ['', 'soon', '-1', '-1s', '1 s', '1d', 's', '1e3', '0x10', 'Infinity', '1s2']) {
    assert.throws(() => parseDurationParameter('delay', text), /^HttpError: delay: must be/, text);
  }
});

test('rejects long invalid text in linear time', () => {
  assert.throws(
    () => parseDurationParameter('delay', `${'1111s'.repeat(20)}!`),
    /^HttpError: delay: must be/,
  );
});

test('parses or rejects any text', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[+\d.numsh]{0,12}$/));
  fc.assert(
    fc.property(text, (input) => {
      try {
        assert.ok(parseDurationParameter('delay', input) >= 0);
      } catch (error) {
        assert.ok(error instanceof HttpError && error.status === 400, input);
      }
    }),
  );
});
