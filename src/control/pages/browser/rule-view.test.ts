import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeEffects, describeRequests, describeUse, pathOf, type Rule } from './rule-view.ts';

const rule: Rule = {
  id: 'r/1',
  match: {},
  enabled: true,
  count: 0,
  applied: 2,
  probability: 1,
  toxicity: 1,
};

describe('a rule in the list', () => {
  it('has its path, with its bin and parameters', () => {
    assert.deepEqual(
      [pathOf(rule), pathOf({ id: 'a', bin: 'b c' }), pathOf({ id: 'a', bin: 'b' }, 'x=1')],
      ['/rules/r%2F1', '/rules/a?bin=b%20c', '/rules/a?bin=b&x=1'],
    );
  });

  it('names the requests that it matches', () => {
    for (const [members, text] of [
      [{}, 'every request'],
      [{ bin: 't1' }, 'bin t1'],
      [{ match: { method: ['GET', 'HEAD'], path: '/get' } }, 'method (GET), (HEAD), path /get'],
      [{ match: { headers: { Accept: { like: 'a*' }, X: null } } }, 'headers Accept: like: a*, X: null'],
      [{ match: { path: 'a'.repeat(121) } }, `path ${'a'.repeat(120)}…`],
    ] as const)
      assert.equal(describeRequests({ ...rule, ...members }), text);
  });

  it('names its effects, with header fields as they are sent', () => {
    for (const [members, text] of [
      [{}, ''],
      [{ pass: true, delay: '1s' }, 'pass, delay 1s'],
      [
        {
          respond: {
            status: 503,
            headers: [
              ['Retry-After', '1'],
              ['X', 'y'],
            ],
            text: 'no',
          },
        },
        'respond status: 503, headers: Retry-After: 1, X: y, text: no',
      ],
      [
        { respond: [{ status: 503, times: 2 }, { status: 200 }] },
        'respond (status: 503, times: 2), (status: 200)',
      ],
    ] as const)
      assert.equal(describeEffects({ ...rule, ...members }), text);
  });

  it('counts its uses, with its limit and its shares', () => {
    for (const [members, text] of [
      [{}, '2, without limit'],
      [{ count: 5 }, '2 of 5'],
      [{ probability: 0.5 }, '2, without limit, for 50 % of the requests'],
      [
        { probability: 0.5, toxicity: 0.2 },
        '2, without limit, for 50 % of the requests and 20 % of the connections',
      ],
    ] as const)
      assert.equal(describeUse({ ...rule, ...members }), text);
  });
});
