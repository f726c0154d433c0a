import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseStatus, parseStatusChoices } from './status-choice.ts';

test('parses one code, and several with and without weights', () => {
  assert.deepEqual(parseStatusChoices('418'), [{ status: 418, weight: 1 }]);
  assert.deepEqual(parseStatusChoices('200,500:0.5,404:3'), [
    { status: 200, weight: 1 },
    { status: 500, weight: 0.5 },
    { status: 404, weight: 3 },
  ]);
  assert.deepEqual(
    parseStatusChoices(' 200 ,+500: 1e1 ')?.map(({ weight }) => weight),
    [1, 10],
  );
});

test('rejects text that is not a list of codes and weights', () => {
  for (const text of [
    '',
    'abc',
    '4!9',
    '200.5',
    '200:1',
    '200,',
    ',200',
    ',',
    '200:x,300',
    '200:,300',
    '200:1:2,300',
    '200:-1,300',
    '200:nan,300',
    '200:inf,300',
    '200:1e999,300',
    '200:0,300:0',
    '0x1f4',
    '１００',
  ]) {
    assert.equal(parseStatusChoices(text), undefined, text);
  }
});

test('selects in proportion to the weights', () => {
  const choices = parseStatusChoices('200:1,404:0,500:3') ?? [];
  const chosen = [0, 0.2, 0.249, 0.25, 0.5, 0.999, 1].map((point) => chooseStatus(choices, () => point));
  assert.deepEqual(chosen, [200, 200, 200, 500, 500, 500, 500]);
});

test('never selects a code without weight', () => {
  const weight = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e300, noNaN: true }));
  fc.assert(
    fc.property(
      fc.array(weight, { minLength: 2 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, point) => {
        const text = weights.map((value, index) => `${100 + index}:${value}`).join(',');
        const choices = parseStatusChoices(text);
        if (!choices) return;
        const index = chooseStatus(choices, () => point) - 100;
        assert.ok((weights[index] ?? 0) > 0);
      },
    ),
  );
});

test('parses any text without errors, in linear time', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseStatusChoices(text)));
  for (const piece of ['1', ',', ':', '1:1,', ' ', '.']) {
    parseStatusChoices(piece.repeat(65_536));
    parseStatusChoices(`1:${piece.repeat(65_536)}x,1`);
  }
});
