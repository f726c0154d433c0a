import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { check, type Parameters } from 'recheck';
import { type FoundExpression, regularExpressions } from '../support/regular-expressions.ts';

const root = path.join(import.meta.dirname, '../..');

/**
 * Expressions that take quadratic time in the worst case, with the bound of their input. Exponential and cubic ones are
 * not allowed.
 */
const QUADRATIC: ReadonlyMap<string, string> = new Map([
  ['\\d+$', 'runs in the browser, on a label of the page itself'],
]);

/** Without time limits, so that the result does not depend on the speed of the machine. */
const parameters: Parameters = { timeout: null, incubationTimeout: null, attackTimeout: null };

/**
 * Expressions whose form is linear are not checked, to save time: anchored at the beginning, with single characters and
 * classes of which at most one is repeated and each other one occurs once or is optional.
 */
const LINEAR_FORM = (() => {
  const character = '[^\\\\[\\](){}|.*+?^$]|\\\\\\W';
  const set = '\\\\[wdsWDS]|\\[(?:[^\\]\\\\]|\\\\.)+\\]';
  const repeated = `(?:${set})(?:[*+]|\\{\\d+(?:,\\d*)?\\})`;
  return new RegExp(`^\\^(?:(?:${character}|${set})\\??)*(?:${repeated})?(?:${character})*\\$?$`);
})();

describe('regular expressions take linear time, unless their input is bounded', () => {
  const found = regularExpressions(root);
  const byPlace = Map.groupBy(found, ({ place }) => place.split(', ', 1)[0] ?? '');
  for (const [place, expressions] of byPlace) {
    it(`in ${place}`, async () => {
      const slow: string[] = [];
      for (const expression of expressions) {
        const complexity = isLinear(expression) ? undefined : await complexityOf(expression);
        const isBounded = complexity === '2nd degree polynomial' && QUADRATIC.has(expression.source);
        if (complexity !== undefined && !isBounded)
          slow.push(`${complexity}: /${expression.source}/${expression.flags} in ${expression.place}`);
      }
      assert.deepEqual(slow, []);
    });
  }

  it('in the complete source', () => {
    assert.ok(found.length > 200, `only ${found.length} expressions were found`);
    const sources = new Set(found.map(({ source }) => source));
    assert.deepEqual(
      [...QUADRATIC.keys()].filter((source) => !sources.has(source)),
      [],
      'no longer in the source',
    );
  });
});

it('the checker finds quadratic and cubic expressions', async () => {
  const complexity = (source: string) => complexityOf({ source, flags: '', place: '' });
  assert.equal(await complexity('^(?:a+)+$'), 'exponential');
  assert.equal(await complexity('^a*a*a*$'), '3rd degree polynomial');
  assert.equal(await complexity('a+$'), '2nd degree polynomial');
  assert.equal(await complexity('^a+$'), undefined);
});

it('only linear expressions have the form that is not checked', () => {
  for (const source of [
    '^[!-~]{16,255}$',
    '^https?:\\/\\/[!-~]{1,9}$',
    '^\\d+$',
    '^[a\\]]*$',
    '^a\\.b[\\w-]+c$',
  ])
    assert.ok(LINEAR_FORM.test(source), source);
  for (const source of [
    'a+$',
    '[a]+',
    '^[a]*[a]*$',
    '^(?:a)+$',
    '^\\d+\\d+$',
    '^.*$',
    '^a|b+$',
    '^[a]+?b',
    '^a{1,9}b*',
  ])
    assert.ok(!LINEAR_FORM.test(source), source);
});

/** With the flag m, `^` matches at each line. */
function isLinear({ source, flags }: FoundExpression): boolean {
  return !flags.includes('m') && LINEAR_FORM.test(source);
}

/** Undefined if it is linear. */
async function complexityOf({ source, flags }: FoundExpression): Promise<string | undefined> {
  const result = await check(source, flags, parameters);
  if (result.status === 'safe') return undefined;
  return result.status === 'vulnerable' ? result.complexity.summary : `unknown (${result.error.kind})`;
}
