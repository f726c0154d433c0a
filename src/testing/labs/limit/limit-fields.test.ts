import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type LimitFormat, limitFields } from './limit-fields.ts';
import type { LimitDefinition, PolicyState } from './rate-limit.ts';

const NOW = Date.UTC(2026, 0, 1, 0, 0, 0, 250);

const state = (name: string, quota: number, remaining: number, refill: number, isViolated = false) => ({
  policy: { name, quota, window: 10 },
  remaining,
  refill,
  isViolated,
});

const fieldsOf = (
  format: LimitFormat,
  states: readonly PolicyState[],
  { partition = null, ...more }: Partial<LimitDefinition & { readonly partition: string | null }> = {},
) => {
  const definition: LimitDefinition = {
    kind: 'window',
    per: 'key',
    unit: 'requests',
    policies: states.map(({ policy }) => policy),
    ...more,
  };
  return limitFields([format], { definition, states, partition, now: NOW });
};

describe('the header fields of a limit', () => {
  it('for one policy are those of the policy that is closest to its limit', () => {
    const remainingOf = (...states: PolicyState[]) =>
      Object.fromEntries(fieldsOf('x', states))['X-RateLimit-Remaining'];
    assert.equal(remainingOf(state('a', 10, 5, 0), state('b', 100, 49, 0)), '49');
    assert.equal(remainingOf(state('a', 10, 5, 0), state('b', 100, 51, 0)), '5');
    // A violated policy can have units, but too few.
    assert.equal(remainingOf(state('a', 10, 0, 0), state('b', 100, 60, 0, true)), '60');
    assert.throws(() => fieldsOf('x', []), { message: 'A limit has a policy' });
  });

  it('have whole seconds that are not too early, or milliseconds', () => {
    for (const [format, name, expected] of [
      ['x', 'X-RateLimit-Reset', { 1: 1767225601, 750: 1767225601, 751: 1767225602, 1749.5: 1767225602 }],
      ['x-delta', 'X-RateLimit-Reset', { 0: 0, 1: 1, 1000: 1, 1001: 2 }],
      ['draft-06', 'RateLimit-Reset', { 0: 0, 1: 1, 1000: 1, 1001: 2 }],
      ['discord', 'X-RateLimit-Reset-After', { 0: '0.000', 1: '0.001', 1500: '1.500', 2.5: '0.003' }],
      ['discord', 'X-RateLimit-Reset', { 0: '1767225600.250', 1500: '1767225601.750' }],
      [
        'openai',
        'x-ratelimit-reset-requests',
        { 0: '0ms', 999: '999ms', 1000: '1s', 1500: '1.5s', 1.5: '2ms' },
      ],
      [
        'anthropic',
        'anthropic-ratelimit-requests-reset',
        { 750: '2026-01-01T00:00:01Z', 751: '2026-01-01T00:00:02Z' },
      ],
      ['gitlab', 'RateLimit-ResetTime', { 751: 'Thu, 01 Jan 2026 00:00:02 GMT' }],
    ] as const)
      for (const [refill, value] of Object.entries(expected)) {
        const fields = fieldsOf(format, [state('a', 10, 5, Number(refill))]);
        assert.equal(Object.fromEntries(fields)[name], String(value), `${format} ${refill}`);
      }
  });

  it('name all policies in the drafts', () => {
    const states = [state('a', 10, 3, 1001), state('b', 100, 7, 60_000, true)];
    assert.deepEqual(fieldsOf('draft', states), [
      ['RateLimit-Policy', '"a";q=10;w=10, "b";q=100;w=10'],
      ['RateLimit', '"a";r=3;t=2, "b";r=7;t=60'],
    ]);
    assert.deepEqual(fieldsOf('draft', states, { unit: 'content-bytes', partition: 'AbC' }), [
      [
        'RateLimit-Policy',
        '"a";q=10;w=10;qu="content-bytes";pk=:AbC:, "b";q=100;w=10;qu="content-bytes";pk=:AbC:',
      ],
      ['RateLimit', '"a";r=3;t=2;pk=:AbC:, "b";r=7;t=60;pk=:AbC:'],
    ]);
    assert.deepEqual(
      fieldsOf('draft', states.slice(0, 1), { kind: 'concurrent', unit: 'concurrent-requests' }),
      [
        ['RateLimit-Policy', '"a";q=10;qu="concurrent-requests"'],
        ['RateLimit', '"a";r=3'],
      ],
    );
    assert.deepEqual(fieldsOf('draft-07', states), [
      ['RateLimit-Policy', '10;w=10, 100;w=10'],
      ['RateLimit', 'limit=100, remaining=7, reset=60'],
    ]);
  });

  it('name the units in use, the caller and the first policy where a format has them', () => {
    const states = [state('a', 10, 8, 0), state('b', 10, 3, 0)];
    const partition = 'AbC';
    const last = (format: LimitFormat, more = {}) => fieldsOf(format, states, more).at(-1);
    assert.deepEqual(
      [last('shopify'), last('gitlab'), last('discord', { partition }), last('discord')],
      [
        ['X-Shopify-Shop-Api-Call-Limit', '7/10'],
        ['RateLimit-Name', 'a'],
        ['X-RateLimit-Bucket', 'AbC'],
        ['X-RateLimit-Bucket', 'shared'],
      ],
    );
    const named = Object.fromEntries([...fieldsOf('gitlab', states), ...fieldsOf('github', states)]);
    assert.deepEqual([named['RateLimit-Observed'], named['X-RateLimit-Used']], ['7', '7']);
  });
});
