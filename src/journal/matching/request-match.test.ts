import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matches } from '#http/message/validation.ts';
import { checkConditions, problemsOfConditions, RequestMatch, readsBody } from './request-match.ts';

const TWICE = { like: 'a', has: 'a' };
const TWO = 'must have one of is, like, has, one_of and absent, not 2';

describe('a match of requests', () => {
  it('has the members of its schema, within their limits', () => {
    const long = 'x'.repeat(8192);
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, '1']));
    for (const match of [
      {},
      { method: ['GET'] },
      { path: long },
      { query: names(100) },
      { headers: names(100) },
      { cookies: names(100) },
      { query: { '': '1' } },
      { query: { a: '1' }, query_only: true },
      ...['HTTP/1.0', 'HTTP/1.1', 'HTTP/2'].map((protocol) => ({ protocol })),
      { connection: 'new' },
      { connection: 'reused' },
      { not: {} },
      { any_of: [{}] },
      { any_of: Array.from({ length: 10 }, () => ({})) },
    ])
      assert.ok(matches(RequestMatch, match), JSON.stringify(match).slice(0, 100));
    for (const match of [
      { path: `${long}x` },
      { query: names(101) },
      { headers: names(101) },
      { cookies: names(101) },
      { query_only: false },
      { headers: { 'a b': '1' } },
      { protocol: 'HTTP/3' },
      { connection: 'old' },
      { any_of: [] },
      { any_of: Array.from({ length: 11 }, () => ({})) },
      { other: 1 },
      { path: 1 },
    ])
      assert.ok(!matches(RequestMatch, match), JSON.stringify(match).slice(0, 100));
  });

  it('has problems that its schema does not express, each with its path', () => {
    const texts = ['path', 'url', 'target', 'host', 'endpoint', 'bin'];
    for (const [match, ...problems] of [
      [
        {
          method: 'GET',
          path: '/a',
          query: { a: '1' },
          body: 'a',
          not: { path: '/b' },
          any_of: [{ bin: 'b' }],
        },
      ],
      ...texts.map((member) => [{ [member]: TWICE }, [member, TWO]] as const),
      [{ method: TWICE }, ['method', TWO]],
      [
        { method: ['GET', 'GTE'] },
        ['method', 'must not be "GTE" (did you mean GET?); {"is": "GTE"} compares literally'],
      ],
      [{ path: '/{a}/{a}' }, ['path', 'must not capture a twice']],
      [{ path: { is: '/{a' } }],
      [
        { query: { a: TWICE }, headers: { b: TWICE, c: '1' }, cookies: { d: TWICE } },
        ['query.a', TWO],
        ['headers.b', TWO],
        ['cookies.d', TWO],
      ],
      [{ body: { text: TWICE } }, ['body.text', TWO]],
      [{ body: { text: TWICE }, url: TWICE }, ['url', TWO], ['body.text', TWO]],
      [{ not: { path: TWICE, not: { url: TWICE } } }, ['not.path', TWO], ['not.not.url', TWO]],
      [
        { any_of: [{ path: '/a' }, { path: TWICE }, { any_of: [{ bin: TWICE }] }] },
        ['any_of.1.path', TWO],
        ['any_of.2.any_of.0.bin', TWO],
      ],
      [{ not: { not: { any_of: [{ path: TWICE }] } } }, ['not.not.any_of.0.path', TWO]],
      [{ not: { not: { not: { not: {} } } } }, ['not.not.not.not', 'must not be inside 3 matches']],
      [
        { not: { any_of: [{ not: { any_of: [{}, {}] } }] } },
        ['not.any_of.0.not.any_of.0', 'must not be inside 3 matches'],
        ['not.any_of.0.not.any_of.1', 'must not be inside 3 matches'],
      ],
    ] as readonly (readonly [match: object, ...problems: readonly (readonly [string, string])[]])[]) {
      assert.ok(matches(RequestMatch, match), JSON.stringify(match));
      assert.deepEqual(
        problemsOfConditions(match, ['match']).map(({ path, message }) => [path.join('.'), message]),
        problems.map(([path, message]) => [`match.${path}`, message]),
        JSON.stringify(match),
      );
    }
  });

  it('checks the schema of the matches in it', () => {
    const match: unknown = { not: { paht: '/a' }, any_of: [{ path: '/a' }, { query_only: false }] };
    assert.ok(matches(RequestMatch, match));
    assert.deepEqual(
      problemsOfConditions(match, []).map(({ path }) => path.join('.')),
      ['not.paht', 'any_of.1.query_only'],
    );
  });

  it('is rejected with its first problem', () => {
    assert.throws(() => checkConditions({ url: TWICE, bin: TWICE }), {
      name: 'InputError',
      member: 'url',
      message: `url: ${TWO}`,
    });
    assert.throws(() => checkConditions({ not: { bin: TWICE } }, ['match']), { member: 'match.not.bin' });
    checkConditions({ path: '/a' }, ['match']);
  });

  it('reads the body for a condition of it, in the matches in it too', () => {
    for (const [match, expected] of [
      [{}, false],
      [{ path: '/a' }, false],
      [{ body: '' }, true],
      [{ body: { empty: false } }, true],
      [{ not: { path: '/a' } }, false],
      [{ not: { body: 'a' } }, true],
      [{ not: { not: { body: 'a' } } }, true],
      [{ any_of: [] }, false],
      [{ any_of: [{ path: '/a' }, { path: '/b' }] }, false],
      [{ any_of: [{ path: '/a' }, { body: 'a' }] }, true],
      [{ not: { path: '/a' }, any_of: [{ body: 'a' }] }, true],
    ] as const)
      assert.equal(readsBody(match), expected, JSON.stringify(match));
  });
});
