import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matches } from '#http/message/validation.ts';
import { phaseOf, RuleInput } from './rule.ts';

const isValid = (rule: unknown) => matches(RuleInput, rule);

describe('the schema of a rule', () => {
  it('bounds the length of each text', () => {
    const wrap = (name: string, value: unknown) =>
      ['method', 'path'].includes(name)
        ? { match: { [name]: value } }
        : name === 'message'
          ? { error: { status: 503, message: value } }
          : { [name]: value };
    for (const [name, length] of [
      ['method', 8192],
      ['path', 8192],
      ['bin', 64],
      ['id', 64],
      ['fault', 200],
      ['delay', 100],
      ['dribble', 100],
      ['message', 1000],
      ['note', 1000],
      ['ttl', 40],
    ] as const) {
      const text = (count: number) => wrap(name, 'x'.repeat(count));
      assert.deepEqual(
        [isValid(text(length)), isValid(text(length + 1)), isValid(wrap(name, null))],
        [true, false, false],
        name,
      );
    }
    for (const text of ['', 'a b', 'a/b', 'é']) assert.equal(isValid({ id: text }), false, text);
  });

  it('bounds each number', () => {
    const billion = 1_000_000_000;
    const wrap = (name: string, value: unknown) => {
      if (name === 'status') return { error: { status: value } };
      return name === 'retry_after' ? { error: { status: 503, retry_after: value } } : { [name]: value };
    };
    for (const [name, valid, invalid] of [
      ['status', [400, 599], [399, 600, 400.5]],
      ['retry_after', [0, billion], [-1, billion + 1, 0.5]],
      ['delay', [0, 0.5, 1e12], [-0.1]],
      ['count', [0, billion], [-1, billion + 1, 0.5]],
      ['priority', [-1000, 0, 1000], [-1001, 1001, 0.5]],
      ['probability', [0, 0.5, 1], [-0.1, 1.1]],
      ['toxicity', [0, 0.5, 1], [-0.1, 1.1]],
      ['ttl', [0.001, 31_536_000], [0, 31_536_001]],
    ] as const) {
      for (const value of valid) assert.equal(isValid(wrap(name, value)), true, `${name} ${value}`);
      for (const value of invalid) assert.equal(isValid(wrap(name, value)), false, `${name} ${value}`);
    }
  });

  it('has no other members, services or values of switches', () => {
    for (const name of ['drop', 'rate_limit', 'suspended', 'lockout'])
      assert.deepEqual([isValid({ [name]: true }), isValid({ [name]: false })], [true, false]);
    for (const service of ['testing', 'api', 'accounts']) assert.ok(isValid({ match: { service } }));
    for (const rule of [
      { x: 1 },
      { match: { x: 1 } },
      { error: { status: 503, x: 1 } },
      { error: {} },
      { effect: { drop: true } },
      { match: { caller: { user: 'mona' } } },
      { match: { caller: { login: 'x'.repeat(101) } } },
      { match: { service: 'docs' } },
    ])
      assert.equal(isValid(rule), false, JSON.stringify(rule));
  });
});

describe('the phase of a rule', () => {
  it('is that of its first effect', () => {
    const error = { status: 500 };
    for (const [effects, phase] of [
      [{ fault: 'reset' }, 'response'],
      [{ fault: 'reset@request' }, 'request'],
      [{ fault: 'reset@request:5' }, 'request'],
      [{ fault: 'close@request,after=1' }, 'request'],
      [{ dribble: '1,1' }, 'response'],
      [{ delay: '1' }, 'request'],
      [{ delay: 1 }, 'request'],
      [{ error }, 'request'],
      [{ drop: true }, 'request'],
      [{ fault: 'reset', delay: 1 }, 'request'],
      [{ dribble: '1,1', error }, 'request'],
      [{ lockout: true }, 'caller'],
    ] as const)
      assert.equal(phaseOf(effects, {}), phase, JSON.stringify(effects));
  });

  it('is that of the caller with a condition for the caller', () => {
    for (const effects of [{ delay: 1 }, { error: { status: 500 } }, { suspended: true }] as const)
      assert.equal(phaseOf(effects, { caller: { login: 'mona' } }), 'caller');
  });
});
