import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matches } from '../http/validation.ts';
import { effectOf, FaultRule, isResponseEffect, isResponseRule, serviceOf } from './rule.ts';

const isValid = (rule: unknown) => matches(FaultRule, rule);

describe('the schema of a rule', () => {
  it('bounds the length of each text', () => {
    for (const [member, name, length] of [
      ['match', 'method', 40],
      ['match', 'path', 1000],
      ['match', 'header', 1000],
      ['match', 'bin', 64],
      ['match', 'login', 100],
      ['match', 'client_id', 100],
      ['match', 'user_agent', 500],
      ['effect', 'fault', 200],
      ['effect', 'delay', 100],
      ['effect', 'dribble', 100],
      ['effect', 'message', 1000],
      ['do', 'message', 1000],
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
        [isValid({ do: { [name]: true } }), isValid({ do: { [name]: false } })],
        [true, false],
      );
    for (const service of ['testing', 'authorizations', 'pages']) assert.ok(isValid({ match: { service } }));
    for (const rule of [
      { x: 1 },
      { match: { x: 1 } },
      { effect: { x: 1 } },
      { do: { x: 1 } },
      { match: { service: 'docs' } },
      { match: { service: '' } },
    ])
      assert.equal(isValid(rule), false, JSON.stringify(rule));
  });
});

describe('a rule', () => {
  it('has its effect by either name, and the API as its service', () => {
    assert.deepEqual(
      [
        effectOf({ effect: { drop: true }, do: { status: 500 } }),
        effectOf({ do: { status: 500 } }),
        effectOf({}),
      ],
      [{ drop: true }, { status: 500 }, {}],
    );
    assert.deepEqual(
      [serviceOf({}), serviceOf({ match: {} }), serviceOf({ match: { service: 'pages' } })],
      ['authorizations', 'authorizations', 'pages'],
    );
  });

  it('applies before authentication for other services, and for an effect on the response', () => {
    assert.deepEqual(
      [{ fault: 'reset' }, { dribble: '1,1' }, { delay: '1' }, { delay: 1 }, { status: 500 }].map(
        isResponseEffect,
      ),
      [true, true, true, false, false],
    );
    assert.deepEqual(
      [
        { effect: { status: 500 } },
        { effect: { fault: 'reset' } },
        { match: { service: 'testing' as const }, effect: { status: 500 } },
      ].map(isResponseRule),
      [false, true, true],
    );
  });
});
