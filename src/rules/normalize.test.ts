import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '../../test/support/serve.ts';
import type { NormalizedRule, RuleInput } from './rule.ts';

const drop = { drop: true } as const;
const reset = { fault: 'reset' };

/** Rules with the service, the phase and the prefix that follow from their members. */
const CASES: readonly (readonly [
  rule: RuleInput,
  service: NormalizedRule['service'],
  phase: NormalizedRule['phase'],
  prefix?: string,
])[] = [
  [{ effect: drop }, 'api', 'caller'],
  [{ effect: reset }, 'testing', 'response'],
  [{ effect: { dribble: '1,0.1' } }, 'testing', 'response'],
  [{ effect: { delay: '0.1' } }, 'testing', 'request'],
  [{ effect: { delay: 0.1 } }, 'api', 'caller'],
  [{ effect: { status: 503 } }, 'api', 'caller'],
  [{ effect: { lockout: true } }, 'api', 'caller'],
  [{ match: { bin: 'one' }, effect: drop }, 'testing', 'request'],
  [{ match: { caller: { login: 'mona' } }, effect: drop }, 'api', 'caller'],
  [{ match: { path: '/get' }, effect: drop }, 'testing', 'request'],
  [{ match: { path: '/status/{codes}' }, effect: reset }, 'testing', 'response'],
  [{ match: { path: '/login' }, effect: drop }, 'accounts', 'request'],
  [{ match: { path: '/login' }, effect: reset }, 'accounts', 'response'],
  [{ match: { path: '/user' }, effect: drop }, 'api', 'caller', '/api/v3'],
  [{ match: { path: '/user' }, effect: reset }, 'api', 'response', '/api/v3'],
  [{ match: { path: '/api/v3/user' }, effect: reset }, 'api', 'response'],
  [{ match: { path: '/api/v3' }, effect: drop }, 'api', 'caller'],
  [{ match: { path: '/api/graphql' }, effect: drop }, 'api', 'caller'],
  [{ match: { path: { like: '/api/v3*' } }, effect: drop }, 'api', 'caller'],
  [{ match: { path: '/api/v30' }, effect: drop }, 'api', 'caller', '/api/v3'],
  [{ match: { path: '/nowhere' }, effect: drop }, 'api', 'caller', '/api/v3'],
  [{ match: { path: '/nowhere' }, effect: reset }, 'testing', 'response'],
  // The endpoints of the API also have such paths.
  [{ match: { path: { like: '*' } }, effect: drop }, 'api', 'caller', '/api/v3'],
  [{ match: { path: { like: '*' } }, effect: reset }, 'testing', 'response'],
  [{ match: { service: 'testing' }, effect: drop }, 'testing', 'request'],
  [{ match: { service: 'accounts' }, effect: reset }, 'accounts', 'response'],
  [{ match: { service: 'api' }, effect: reset }, 'api', 'response'],
  [{ match: { service: 'api', path: '/nowhere' }, effect: reset }, 'api', 'response', '/api/v3'],
];

/** Rules that are rejected, with the member and the reason. */
const REJECTED: readonly (readonly [rule: RuleInput, member: string, problem: RegExp])[] = [
  [{}, 'effect', /^is missing$/],
  [{ effect: {} }, 'effect', /^must have one of fault, delay, dribble, status, drop, rate_limit/],
  [{ effect: { message: 'x' } }, 'effect', /^must have one of/],
  [{ effect: { drop: true, lockout: true } }, 'effect', /^must have one of drop and lockout, not 2$/],
  [{ effect: { status: 503, delay: 1 } }, 'effect', /^must have one of status and delay, not 2$/],
  [{ effect: { delay: 1, retry_after: 1 } }, 'effect', /^message and retry_after belong beside status$/],
  [{ effect: { fault: 'rest' } }, 'effect.fault', /^does not have the kind rest \(did you mean reset\?\)$/],
  [{ effect: { dribble: '1,99' } }, 'effect.dribble', /^takes 99 s; the maximum is 10 s$/],
  [
    { match: { method: 'get' }, effect: { fault: 'framing:content-on-head' } },
    'effect.fault',
    /needs the method HEAD$/,
  ],
  [{ match: { method: 'a b' }, effect: drop }, 'match.method', /^must be a method, such as POST$/],
  [{ match: { bin: 'a/b' }, effect: drop }, 'match.bin', /^must be 1 to 64 letters/],
  [{ match: { path: '/get*' }, effect: drop }, 'match.path', /^must be a template/],
  [{ match: { path: '/get', caller: { login: 'a' } }, effect: drop }, 'match.caller', /service testing$/],
  [{ match: { caller: { login: 'a' } }, effect: reset }, 'match.caller', /^is known after authentication/],
  [
    { match: { bin: 'a', path: '/user' }, effect: drop },
    'match.bin',
    /^must be beside a path of the testing/,
  ],
  [
    { match: { service: 'accounts' }, effect: { suspended: true } },
    'effect.suspended',
    /the service accounts$/,
  ],
  [{ match: { path: '/docs' }, effect: drop }, 'match.path', /"\/docs" belongs to the service docs$/],
  [{ match: { path: '/_sparring/{a}' }, effect: reset }, 'match.path', /the service control$/],
  [{ match: { service: 'testing', path: '/login' }, effect: drop }, 'match.path', /the service accounts$/],
  [{ match: { service: 'testing', path: '/api/v3/x' }, effect: drop }, 'match.path', /api$/],
  [{ match: { service: 'api', path: { is: '/docs' } }, effect: drop }, 'match.path', /docs$/],
  [{ match: { service: 'api', path: '/get' }, effect: drop }, 'match.path', /the service testing$/],
];

describe('the normal form of a rule', () => {
  it('has the service, the phase and the prefix of its members, and all defaults', async (t) => {
    const { rules } = await serve(t);
    for (const [rule, service, phase, prefix = ''] of CASES) {
      const { match: { service: _, ...match } = {}, effect } = rule;
      assert.deepEqual(
        rules.normalize(rule),
        { match, service, phase, prefix, effect, count: 1, probability: 1, toxicity: 1 },
        JSON.stringify(rule),
      );
    }
    const shares = { count: 0, probability: 0.5, toxicity: 0.25 };
    const { count, probability, toxicity } = rules.normalize({ effect: drop, ...shares });
    assert.deepEqual({ count, probability, toxicity }, shares);
  });

  it('does not exist for a rule that cannot apply', async (t) => {
    const { rules } = await serve(t);
    for (const [rule, member, problem] of REJECTED)
      assert.throws(
        () => rules.normalize(rule),
        { name: 'InputError', member, problem },
        JSON.stringify(rule),
      );
  });
});
