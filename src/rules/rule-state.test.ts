import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NormalizedRule } from './rule.ts';
import {
  addRules,
  changeRule,
  EMPTY_STATE,
  initialState,
  putRules,
  type RuleState,
  removeRules,
  restoreRules,
} from './rule-state.ts';

function ruleOf(given: Partial<NormalizedRule> = {}): NormalizedRule {
  return {
    chosenId: null,
    match: {},
    effects: { drop: true },
    after: null,
    by: null,
    service: 'testing',
    phase: 'request',
    bin: null,
    size: 10,
    count: 1,
    priority: 0,
    enabled: true,
    probability: 1,
    toxicity: 1,
    required: false,
    ttl: null,
    note: null,
    ...given,
  };
}

const ADDITION = { source: 'test', now: 1000, isUsed: () => false };

const add = (state: RuleState, rules: readonly NormalizedRule[], used: readonly number[] = []) =>
  addRules(state, rules, { ...ADDITION, isUsed: ({ serial }) => used.includes(serial) });

const summary = ({ rules }: RuleState) =>
  rules.map(({ id, serial, revision, age, place, rule }) =>
    [rule.bin, id, serial, revision, age, place].join(' '),
  );

describe('the state of the rules', () => {
  it('has added rules with their IDs, serial numbers and ages', () => {
    const one = add(EMPTY_STATE, [ruleOf(), ruleOf({ chosenId: 'a', ttl: 5000 }), ruleOf({ bin: 'b' })]);
    assert.deepEqual(one.serials, [1, 2, 3]);
    assert.deepEqual(one.state.rules[1], {
      id: 'a',
      serial: 2,
      revision: 0,
      age: 1,
      place: 1,
      source: 'test',
      expiresAt: 6000,
      applied: 0,
      rule: ruleOf({ chosenId: 'a', ttl: 5000 }),
    });
    const { rules, ...latest } = one.state;
    assert.deepEqual(latest, { latestId: 2, latestSerial: 3, latestAge: 1, generation: 0 });
    const two = add(one.state, [ruleOf({ chosenId: 'a', bin: 'b' }), ruleOf()]);
    assert.deepEqual(two.serials, [4, 5]);
    assert.deepEqual(summary(two.state), [
      ' 1 1 0 1 0',
      ' a 2 0 1 1',
      'b 2 3 0 1 2',
      'b a 4 0 2 0',
      ' 3 5 0 2 1',
    ]);
    assert.equal(rules[0]?.expiresAt, null);
  });

  it('has each chosen ID once in each scope, and adds all rules or none', () => {
    const { state } = add(EMPTY_STATE, [ruleOf({ chosenId: 'a' }), ruleOf({ chosenId: 'b', bin: 'c' })]);
    for (const [rules, message] of [
      [[ruleOf(), ruleOf({ chosenId: 'a' })], 'A rule with the id a exists in the rules of the server.'],
      [[ruleOf({ chosenId: 'b', bin: 'c' })], 'A rule with the id b exists in the bin c.'],
      [
        [ruleOf({ chosenId: 'd' }), ruleOf({ chosenId: 'd' })],
        'A rule with the id d exists in the rules of the server.',
      ],
    ] as const)
      assert.throws(() => add(state, rules), { name: 'RuleConflictError', message });
    assert.equal(
      add(state, [ruleOf({ chosenId: 'b' }), ruleOf({ chosenId: 'a', bin: 'c' })]).state.rules.length,
      4,
    );
  });

  it('replaces a used rule of the bin, or of the server, when there is no room', () => {
    const many = (count: number, bin: string | null) => Array.from({ length: count }, () => ruleOf({ bin }));
    const { state } = add(EMPTY_STATE, [...many(200, 'a'), ...many(199, 'b'), ...many(201, null)]);
    const ofBin = {
      name: 'RuleConflictError',
      message: 'The bin a has 200 rules, the maximum; remove rules first.',
    };
    assert.throws(() => add(state, many(1, 'a')), ofBin);
    // A used rule of another scope leaves no room in the bin.
    assert.throws(() => add(state, many(1, 'a'), [201, 400]), ofBin);
    const serialsOf = (changed: RuleState) => changed.rules.map(({ serial }) => serial);
    const replaced = serialsOf(add(state, many(1, 'a'), [201, 7, 5]).state);
    assert.deepEqual(
      [replaced.length, replaced.includes(5), replaced.includes(7), replaced.at(-1)],
      [600, false, true, 601],
    );
    assert.equal(add(state, many(1, 'b'), [201]).state.rules.length, 601);
    const full = add(state, many(400, null)).state;
    assert.equal(full.rules.length, 1000);
    assert.throws(() => add(full, many(1, null)), {
      name: 'RuleConflictError',
      message: 'The server has 1000 rules, the maximum; remove rules first.',
    });
    assert.throws(() => add(full, many(1, 'c')), { message: /^The server has 1000 rules/ });
    assert.equal(serialsOf(add(full, many(1, null), [5]).state).includes(5), false);
    assert.throws(() => add(full, many(2, null), [5]), { message: /^The server has 1000 rules/ });
    assert.equal(full.rules.length, 1000);
  });

  it('has rules of at most 64 MiB as JSON', () => {
    const maximum = 64 * 1024 * 1024;
    const { state } = add(EMPTY_STATE, [ruleOf({ size: maximum - 10 }), ruleOf({ chosenId: 'a', size: 10 })]);
    const conflict = {
      name: 'RuleConflictError',
      message: `The rules have ${maximum + 1} characters of JSON; the maximum is ${maximum}. Remove rules first.`,
    };
    assert.throws(() => add(state, [ruleOf({ size: 1 })]), conflict);
    assert.throws(() => putRules(state, [ruleOf({ chosenId: 'a', size: 11 })], ADDITION), conflict);
    assert.equal(putRules(state, [ruleOf({ chosenId: 'a', size: 10 })], ADDITION).state.rules.length, 2);
  });

  it('keeps the place of a rule that is replaced, whose count starts anew', () => {
    const first = add(EMPTY_STATE, [ruleOf(), ruleOf({ chosenId: 'a' }), ruleOf()]).state;
    const state = { ...first, rules: first.rules.map((rule) => ({ ...rule, revision: 3, applied: 5 })) };
    const put = putRules(state, [ruleOf({ chosenId: 'a', count: 7, ttl: 1 })], ADDITION);
    assert.deepEqual(
      [put.serials, put.state.latestSerial, put.state.latestId, put.state.latestAge],
      [[4], 4, 2, 2],
    );
    assert.deepEqual(summary(put.state), [' 1 1 3 1 0', ' a 4 0 1 1', ' 2 3 3 1 2']);
    assert.deepEqual(
      put.state.rules.map(({ applied, expiresAt }) => [applied, expiresAt]),
      [
        [5, null],
        [0, 1001],
        [5, null],
      ],
    );
    for (const other of [ruleOf({ chosenId: 'a', bin: 'b' }), ruleOf({ chosenId: 'c' }), ruleOf()]) {
      const added = putRules(state, [other], ADDITION);
      assert.deepEqual([added.serials, added.state.rules.length, added.state.latestAge], [[4], 4, 2]);
    }
  });

  it('keeps the other members of a rule that is changed', () => {
    const { state } = add(EMPTY_STATE, [
      ruleOf({ chosenId: 'a', note: 'n' }),
      ruleOf({ chosenId: 'a', bin: 'b' }),
    ]);
    const changed = changeRule(state, null, 'a', { count: 4, enabled: false });
    assert.deepEqual(changed?.serials, [1]);
    assert.deepEqual(summary(changed.state), [' a 1 1 1 0', 'b a 2 0 1 1']);
    assert.deepEqual(
      changed.state.rules[0]?.rule,
      ruleOf({ chosenId: 'a', note: 'n', count: 4, enabled: false }),
    );
    assert.equal(changed.state.rules[1], state.rules[1]);
    assert.equal(changeRule(changed.state, null, 'a', {})?.state.rules[0]?.revision, 2);
    assert.deepEqual(
      [changeRule(state, null, 'b', {}), changeRule(state, 'c', 'a', {})],
      [undefined, undefined],
    );
  });

  it('begins new counters with each snapshot, and no number twice with the rules of the start', () => {
    const { state } = add(EMPTY_STATE, [ruleOf(), ruleOf()]);
    const restored = restoreRules(state, state.rules.slice(1));
    assert.deepEqual([restored.generation, summary(restored), restored.latestSerial], [1, [' 2 2 0 1 1'], 2]);
    const initial = initialState(restored, [ruleOf({ chosenId: 'a', ttl: 1 })], 50);
    assert.deepEqual([initial.generation, summary(initial)], [1, [' a 3 0 2 0']]);
    assert.deepEqual([initial.rules[0]?.source, initial.rules[0]?.expiresAt], ['seed', 51]);
    assert.deepEqual(summary(removeRules(state, ({ id }) => id === '1')), [' 2 2 0 1 1']);
  });
});
