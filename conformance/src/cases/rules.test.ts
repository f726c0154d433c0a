import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { observe } from '../../test/rules/evidence.ts';
import { OUTCOME_ROWS } from '../../test/rules/outcome-rows.ts';
import { CONNECTION_ROWS, REDIRECT_ROWS, REQUEST_ROWS } from '../../test/rules/request-rows.ts';
import type { RuleRow } from '../../test/rules/rule-rows.ts';
import { VALUE_ROWS } from '../../test/rules/value-rows.ts';
import type { ConformanceCase } from '../verdict/case.ts';
import type { Rule } from '../verdict/expectation.ts';
import { allCases } from './index.ts';

const ROWS = [...OUTCOME_ROWS, ...REQUEST_ROWS, ...CONNECTION_ROWS, ...REDIRECT_ROWS];

/** The rules of which a rule is made. */
function simpleRules(rule: Rule): Rule[] {
  return rule.parts ? rule.parts.flatMap(simpleRules) : [rule];
}

const RULES = allCases.flatMap((declared) =>
  'check' in declared.expect ? simpleRules(declared.expect).map((rule) => ({ declared, rule })) : [],
);
const VALUES = allCases.flatMap((declared) =>
  'value' in declared.expect ? [{ declared, choice: declared.expect }] : [],
);

/** The parts of the text that a row names; undefined if the row is not for this rule. */
function partsOf({ rule, cases }: RuleRow, text: string, { id }: ConformanceCase): string[] | undefined {
  if (cases && !cases.test(id)) return undefined;
  if (typeof rule === 'string') return rule === text ? [] : undefined;
  return rule.exec(text)?.slice(1);
}

describe('the rules of the cases', () => {
  it('have rows: each rule exactly one, and each row a rule', () => {
    for (const { declared, rule } of RULES) {
      const rows = ROWS.filter((row) => partsOf(row, rule.text, declared));
      assert.equal(rows.length, 1, `${declared.id}: ${rule.text}`);
    }
    for (const row of ROWS)
      assert.ok(
        RULES.some(({ declared, rule }) => partsOf(row, rule.text, declared)),
        String(row.rule),
      );
    for (const { declared, choice } of VALUES) {
      const rows = VALUE_ROWS.filter(
        ({ value, cases }) => value === choice.text && cases?.test(declared.id) !== false,
      );
      assert.equal(rows.length, 1, `${declared.id}: ${choice.text}`);
    }
    for (const { value } of VALUE_ROWS)
      assert.ok(
        VALUES.some(({ choice }) => choice.text === value),
        value,
      );
  });

  for (const row of ROWS)
    it(`"${String(row.rule)}" pass and fail by the evidence of their row`, () => {
      for (const { declared, rule } of RULES) {
        const parts = partsOf(row, rule.text, declared);
        if (!parts) continue;
        const { examples } = row;
        const { pass, fail } = typeof examples === 'function' ? examples(parts, declared) : examples;
        assert.ok(pass.length > 0 && fail.length > 0);
        for (const [index, evidence] of pass.entries())
          assert.deepEqual(rule.check(observe(evidence)), undefined, `${declared.id}: pass ${index + 1}`);
        for (const [index, [evidence, got, reason = 'wrong']] of fail.entries()) {
          const finding = rule.check(observe(evidence));
          const title = `${declared.id}: fail ${index + 1}`;
          assert.ok(finding?.got.includes(got), `${title}: ${finding?.got ?? 'passes'}, not ${got}`);
          assert.equal(finding?.reason, reason, title);
        }
      }
    });

  for (const { value: text, cases, examples } of VALUE_ROWS)
    it(`"${text}"${cases ? ` of ${cases}` : ''} have the values of their row`, () => {
      for (const { declared, choice } of VALUES) {
        if (choice.text !== text || cases?.test(declared.id) === false) continue;
        const values = typeof examples === 'function' ? examples(declared) : examples;
        for (const [evidence, expected] of values)
          assert.equal(choice.value(observe(evidence)), expected, declared.id);
      }
    });
});
