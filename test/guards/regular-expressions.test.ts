import assert from 'node:assert/strict';
import path from 'node:path';
import { it } from 'node:test';
import { check, type Parameters } from 'recheck';
import { type FoundExpression, regularExpressions } from '../support/regular-expressions.ts';

const root = path.join(import.meta.dirname, '../..');

/**
 * Expressions that take quadratic time on the worst input, with what bounds that input. Exponential and cubic ones have
 * no place here.
 */
const QUADRATIC: ReadonlyMap<string, string> = new Map([
  ['\\d+$', 'runs in the browser, on a label that the page itself wrote'],
]);

/** Without limits of time, so that a busy machine finds what an idle one finds. */
const parameters: Parameters = { timeout: null, incubationTimeout: null, attackTimeout: null };

it('no regular expression of the source takes more than linear time, unless its input is bounded', async () => {
  const found = regularExpressions(root);
  assert.ok(found.length > 200, `only ${found.length} expressions were found`);
  const slow: string[] = [];
  for (const expression of found) {
    const complexity = await complexityOf(expression);
    const isBounded = complexity === '2nd degree polynomial' && QUADRATIC.has(expression.source);
    if (complexity !== undefined && !isBounded) {
      slow.push(`${expression.place}: ${complexity}: /${expression.source}/${expression.flags}`);
    }
  }
  assert.deepEqual(slow, []);
  const sources = new Set(found.map(({ source }) => source));
  assert.deepEqual(
    [...QUADRATIC.keys()].filter((source) => !sources.has(source)),
    [],
    'no longer in the source',
  );
});

it('the checker finds what it is there to find', async () => {
  const complexity = (source: string) => complexityOf({ source, flags: '', place: '' });
  assert.equal(await complexity('^(?:a+)+$'), 'exponential');
  assert.equal(await complexity('^a*a*a*$'), '3rd degree polynomial');
  assert.equal(await complexity('a+$'), '2nd degree polynomial');
  assert.equal(await complexity('^a+$'), undefined);
});

/** Undefined where it is linear. */
async function complexityOf({ source, flags }: FoundExpression): Promise<string | undefined> {
  const result = await check(source, flags, parameters);
  if (result.status === 'safe') return undefined;
  return result.status === 'vulnerable' ? result.complexity.summary : `not known (${result.error.kind})`;
}
