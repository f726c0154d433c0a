import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matches } from '../http/routing/validation.ts';
import { isResponseEffect, phaseOf, RuleInput } from './rule.ts';

const isValid = (rule: unknown) => matches(RuleInput, rule);

describe('the schema of a rule', () => {
  it('bounds the length of each text', () => {
    for (const [member, name, length] of [
      ['match', 'method', 8192],
      ['match', 'path', 8192],
      ['match', 'bin', 8192],
      ['effect', 'fault', 200],
      ['effect', 'delay', 100],
      ['effect', 'dribble', 100],
      ['effect', 'message', 1000],
    ] as const) {
      const withLength = (count: number) => ({ [member]: { [name]: 'x'.repeat(count) } });
      assert.deepEqual(
        [
          isValid(withLength(length)),
          isValid(withLength(length + 1)),
          isValid({ [member]: { [name]: true } }),
        ],
        [true, false, false],
        `${member}.${name}`,
      );
    }
  });

  it('bounds each number', () => {
    const billion = 1_000_000_000;
    const wrap = (name: string, value: unknown) =>
      ['status', 'retry_after', 'delay'].includes(name) ? { effect: { [name]: value } } : { [name]: value };
    for (const [name, valid, invalid] of [
      ['status', [400, 599], [399, 600, 400.5]],
      ['retry_after', [0, billion], [-1, billion + 1, 0.5]],
      ['delay', [0, 0.5, 1e12], [-0.1]],
      ['count', [0, billion], [-1, billion + 1, 0.5]],
      ['probability', [0, 0.5, 1], [-0.1, 1.1]],
      ['toxicity', [0, 0.5, 1], [-0.1, 1.1]],
    ] as const) {
      for (const value of valid) assert.equal(isValid(wrap(name, value)), true, `${name} ${value}`);
      for (const value of invalid) assert.equal(isValid(wrap(name, value)), false, `${name} ${value}`);
    }
  });

  it('has no other members, services or values of switches', () => {
    for (const name of ['drop', 'rate_limit', 'suspended', 'lockout'])
      assert.deepEqual(
        [isValid({ effect: { [name]: true } }), isValid({ effect: { [name]: false } })],
        [true, false],
      );
    for (const service of ['testing', 'api', 'accounts']) assert.ok(isValid({ match: { service } }));
    for (const rule of [
      { x: 1 },
      { match: { x: 1 } },
      { effect: { x: 1 } },
      { do: { drop: true } },
      { match: { body: 'a' } },
      { match: { connection: 'new' } },
      { match: { caller: { user: 'mona' } } },
      { match: { caller: { login: 'x'.repeat(101) } } },
      { match: { caller: { client_id: 'x'.repeat(101) } } },
      { match: { service: 'docs' } },
      { match: { service: '' } },
    ])
      assert.equal(isValid(rule), false, JSON.stringify(rule));
  });
});

describe('the phase of a rule', () => {
  it('is that of its first effect, and of its service', () => {
    for (const [effect, phase, ofApi] of [
      [{ fault: 'reset' }, 'response', 'response'],
      [{ dribble: '1,1' }, 'response', 'response'],
      [{ delay: '1' }, 'request', 'request'],
      [{ delay: 1 }, 'request', 'caller'],
      [{ status: 500 }, 'request', 'caller'],
      [{ drop: true }, 'request', 'caller'],
      [{ fault: 'reset', delay: 1 }, 'request', 'request'],
      [{ dribble: '1,1', status: 500 }, 'request', 'request'],
      [{ lockout: true }, undefined, 'caller'],
    ] as const) {
      assert.equal(phaseOf(effect, 'api'), ofApi, JSON.stringify(effect));
      if (phase === undefined) continue;
      assert.equal(phaseOf(effect, 'testing'), phase, JSON.stringify(effect));
      assert.equal(phaseOf(effect, 'accounts'), phase, JSON.stringify(effect));
    }
  });

  it('needs the response for a fault, a dribble, and a delay that is a text', () => {
    assert.deepEqual(
      [{ fault: 'reset' }, { dribble: '1,1' }, { delay: '1' }, { delay: 1 }, { status: 500 }].map(
        isResponseEffect,
      ),
      [true, true, true, false, false],
    );
  });
});
