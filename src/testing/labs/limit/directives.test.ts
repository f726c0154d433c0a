import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodePairs } from '#http/routing/parameters.ts';
import { parseDirectivePairs } from '../../responses/composition/directives.ts';
import { DirectiveError } from '../../responses/syntax/directive-error.ts';
import { limitParameters, parseLimit } from './directives.ts';
import { parsePolicy } from './policy.ts';

const parse = (path: string) =>
  parseLimit(decodePairs(limitParameters, parseDirectivePairs(path.split('/')), true));

describe('a policy', () => {
  it('has a name, a quota and a window, which is a minute by default', () => {
    for (const [text, name, quota, window] of [
      ['default;q=10;w=60', 'default', 10, 60],
      ['a;q=1', 'a', 1, 60],
      [' a ; q=1 ; w=1 ', 'a', 1, 1],
      ['A_z.0~-;q=10000;w=86400', 'A_z.0~-', 10_000, 86_400],
      [`${'n'.repeat(32)};q=000001;w=000002`, 'n'.repeat(32), 1, 2],
    ] as const)
      assert.deepEqual(parsePolicy(text), { name, quota, window }, text);
  });

  it('is rejected in another form, or with a number that is out of range', () => {
    const form = 'must be a name, a quota and a window, such as burst;q=10;w=60';
    const quota = 'must have q from 1 to 10000';
    const window = 'must have w from 1 to 86400';
    for (const [text, message] of [
      ['', form],
      ['a', form],
      [';q=1', form],
      [`${'n'.repeat(33)};q=1`, form],
      ['!a;q=1', form],
      ['a;q=1;w=1;', form],
      ['a;q=1x', form],
      ['a;w=1;q=1', form],
      ['a;q=-1', form],
      ['a;q=1.5', form],
      ['a;q=0000001', form],
      ['a;q=1;w=0000001', form],
      ['a;q=0', quota],
      ['a;q=10001', quota],
      ['a;q=1;w=0', window],
      ['a;q=1;w=86401', window],
    ] as const)
      assert.throws(() => parsePolicy(text), new DirectiveError(message), text);
  });
});

describe('the directives of a limit', () => {
  it('have defaults', () => {
    assert.deepEqual(parse(''), {
      definition: {
        kind: 'bucket',
        per: 'key',
        unit: 'requests',
        policies: [{ name: 'default', quota: 10, window: 60 }],
      },
      selector: { kind: 'key', field: '' },
      cost: 1,
      rejection: 429,
      formats: ['draft'],
      retry: ['seconds'],
    });
  });

  it('have other values', () => {
    const path =
      'policy=a;q=2;w=3/policy=b;q=4/kind=sliding/cost=2/per=header:X-A/fields=x/fields=draft/retry=ms/retry=date/refuse=403';
    assert.deepEqual(parse(path), {
      definition: {
        kind: 'sliding',
        per: 'header:X-A',
        unit: 'requests',
        policies: [
          { name: 'a', quota: 2, window: 3 },
          { name: 'b', quota: 4, window: 60 },
        ],
      },
      selector: { kind: 'header', field: 'X-A' },
      cost: 2,
      rejection: 403,
      formats: ['x', 'draft'],
      retry: ['ms', 'date'],
    });
    for (const [each, kind, unit] of [
      ['kind=bucket', 'bucket', 'requests'],
      ['kind=window', 'window', 'requests'],
      ['cost=bytes', 'bucket', 'content-bytes'],
      ['kind=concurrent', 'concurrent', 'concurrent-requests'],
    ] as const) {
      const { definition } = parse(each);
      assert.deepEqual([definition.kind, definition.unit], [kind, unit], each);
    }
    for (const [each, rejection] of [
      ['refuse=429', 429],
      ['refuse=503', 503],
      ['refuse=close', 'close'],
    ] as const)
      assert.equal(parse(each).rejection, rejection);
    assert.deepEqual(parse('per=address').selector, { kind: 'address', field: '' });
    assert.equal(parse('cost=bytes').cost, 'bytes');
    assert.equal(parse('policy=a;q=10000/cost=10000').cost, 10_000);
    assert.equal(parse('policy=a;q=2/policy=b;q=3/cost=2').cost, 2);
    const four = ['a', 'b', 'c', 'd'].map((name) => `policy=${name};q=1`).join('/');
    assert.equal(parse(four).definition.policies.length, 4);
  });

  it('are rejected with all of their problems', () => {
    const cost = 'must be a number from 1 to 10000, or bytes';
    for (const [path, ...problems] of [
      ['cost=0', ['cost', cost]],
      ['cost=1.5', ['cost', cost]],
      ['cost=x', ['cost', cost]],
      ['policy=a;q=10000/cost=10001', ['cost', cost]],
      ['cost=11', ['cost', 'exceeds the quota of 10, so no request would be accepted']],
      [
        'policy=a;q=2/policy=b;q=3/cost=3',
        ['cost', 'exceeds the quota of 2, so no request would be accepted'],
      ],
      ['kind=concurrent/cost=bytes', ['cost', 'cannot be bytes of a concurrent limit']],
      ['policy=a;q=1/policy=b;q=1/policy=a;q=2', ['policy', 'must have different names']],
      ['per=path', ['per', 'must be key, address or header:NAME']],
      ['per=header:', ['per', 'must be key, address or header:NAME']],
      ['fields=draft/fields=draft-07', ['fields', 'has two fields with the header ratelimit-policy']],
      ['fields=github/fields=x', ['fields', 'has two fields with the header x-ratelimit-limit']],
      ['retry=seconds/retry=text', ['retry', 'has two retry with the header retry-after']],
      [
        'policy=x/policy=a;q=0/cost=0/per=me',
        ['policy', 'must be a name, a quota and a window, such as burst;q=10;w=60'],
        ['policy', 'must have q from 1 to 10000'],
        ['cost', cost],
        ['per', 'must be key, address or header:NAME'],
      ],
    ] as const)
      assert.throws(
        () => parse(path),
        {
          status: 400,
          message: problems.map(([name, message]) => `${name}: ${message}`).join('; '),
        },
        path,
      );
    const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `policy=${name};q=1`).join('/');
    assert.throws(() => parse(five), { message: 'policy: must not be given more than 4 times' });
  });
});
