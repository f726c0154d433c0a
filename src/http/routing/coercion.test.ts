import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { clamp, coercionOf, isList } from './coercion.ts';

test('text is converted to the type of its schema, and other text stays text', () => {
  const most = Number.MAX_VALUE;
  for (const [schema, text, value] of [
    [Type.Integer(), '7', 7],
    [Type.Integer(), ' +07 ', 7],
    [Type.Integer(), '-7', -7],
    [Type.Integer(), '7.0', '7.0'],
    [Type.Integer(), '7x', '7x'],
    [Type.Integer(), 'x7', 'x7'],
    [Type.Integer(), '', ''],
    [Type.Integer(), '0x7', '0x7'],
    [Type.Integer(), '9'.repeat(400), most],
    [Type.Integer(), `-${'9'.repeat(400)}`, -most],
    [Type.Number(), '7', 7],
    [Type.Number(), '+1.5e2 ', 150],
    [Type.Number(), '-.5E-1', -0.05],
    [Type.Number(), '1.', 1],
    [Type.Number(), '.', '.'],
    [Type.Number(), '1e999', '1e999'],
    [Type.Number(), '0x7', '0x7'],
    [Type.Number(), 'x1', 'x1'],
    [Type.Number(), '1x', '1x'],
    [Type.Number(), '', ''],
    [Type.String(), '7', '7'],
    [Type.Unknown(), '7', '7'],
  ] as const)
    assert.deepEqual(coercionOf(schema)?.(text) ?? text, value, `${JSON.stringify(schema)} ${text}`);
});

test('the type of a list is that of its items', () => {
  assert.equal(coercionOf(Type.Array(Type.Integer()))?.('1'), 1);
  assert.equal(coercionOf(Type.Array(Type.String())), undefined);
  assert.deepEqual([isList(Type.Array(Type.String())), isList(Type.String())], [true, false]);
});

test('a value outside of the bounds becomes the maximum or the default', () => {
  const schema = Type.Integer({ minimum: 1, maximum: 9, default: 3 });
  for (const [value, clamped] of [
    [10, 9],
    [9, 3],
    [0, 3],
    ['x', 3],
  ] as const)
    assert.equal(clamp(schema, value), clamped, String(value));
  assert.equal(clamp(Type.Integer({ default: 3 }), 10), 3);
  assert.equal(clamp(Type.Integer(), 10), undefined);
});
