import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCases } from '../cases/index.ts';
import { selectCases } from './select-cases.ts';

const selected = (...only: readonly string[]) => [...selectCases(allCases, { only }).reported];

describe('a pattern of cases', () => {
  it('has a * for letters of a part, for a part, and for all parts at the end', () => {
    const withPrefix = (prefix: string, parts?: number) =>
      allCases
        .map(({ id }) => id)
        .filter((id) => id.startsWith(prefix) && (!parts || id.split('.').length === parts));
    assert.ok(withPrefix('body.length-', 2).length > 2);
    assert.deepEqual(selected('body.length-*'), withPrefix('body.length-'));
    assert.deepEqual(selected('body.truncated.*'), withPrefix('body.truncated.'));
    assert.deepEqual(selected('body.*'), withPrefix('body.'));
    assert.deepEqual(selected('*.get'), ['control.get']);
    assert.deepEqual(selected('contr*.g*t'), ['control.get']);
    assert.deepEqual(selected('control.get'), ['control.get']);
  });

  it('that selects nothing is an error, also where it is no regular expression', () => {
    assert.throws(() => selected('control.g'), /There is no case control\.g/);
    assert.throws(() => selected('control.(*'), /There is no case control\.\(\*/);
    assert.throws(() => selected('control.[a-z]*'), /There is no case/);
  });
});
