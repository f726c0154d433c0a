import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { type Controlled, serveControlled } from '#test/support/servers/control.ts';
import type { WireRequest } from '#test/support/wire/wire.ts';

const PATH = '/rules/explain';

const RULES = [
  { id: 'slow', match: { path: '/v1/{rest*}' }, delay: 0.001, count: 0 },
  { id: 'broken', match: { path: '/v1/broken', method: 'GET' }, error: { status: 503 }, count: 1 },
  { id: 'user', match: { path: '/v1/users/{id:int}', method: 'GET' }, respond: { status: 201 }, count: 2 },
  {
    id: 'own',
    match: { path: '/v1/users/{id}', headers: { 'X-Key': 'a' } },
    respond: { status: 202 },
    bin: 't1',
  },
  { id: 'behind', match: { path: '/v1/broken' }, respond: { status: 202 } },
  { id: 'off', match: { path: '/off' }, respond: {}, enabled: false },
  { id: 'ip', match: { path: '/ip' }, pass: true },
  { id: 'cut', match: { path: '/ip' }, fault: 'truncate@3', count: 0 },
  { id: 'api', match: { path: '/api/v3/user' }, error: { status: 502 }, count: 0 },
];

/** Rules with faults that GET cannot carry. */
const UNFIT = [
  { id: 'head', match: { path: '/head' }, fault: 'framing:content-on-head', count: 0 },
  { id: 'of-head', match: { path: '/head' }, respond: { body: 'a' } },
  {
    id: 'own-fault',
    match: { path: '/own' },
    respond: [{}, { fault: 'framing:content-on-head' }, {}],
    count: 5,
  },
];

const REQUESTS: readonly WireRequest[] = [
  { path: '/v1/users/1' },
  { path: '/v1/users/1', method: 'HEAD' },
  { path: '/v1/users/1' },
  { path: '/v1/users/a' },
  { path: '/bin/t1/v1/users/a', fields: [['X-Key', 'a']] },
  { path: '/bin/t1/v1/users/a', fields: [['X-Key', 'b']] },
  {
    path: '/v1/users/a',
    fields: [
      ['Sparring-Bin', 't1'],
      ['x-key', 'a'],
    ],
  },
  { path: '/v1/broken' },
  { path: '/v1/broken' },
  { path: '/off' },
  { path: '/get' },
  { path: '//get' },
  { path: '/favicon.ico' },
  { path: '/api/v3/user' },
  { path: '/head' },
  { path: '/own' },
  { path: '/own' },
  {
    path: '/v1/users/2',
    method: 'OPTIONS',
    fields: [
      ['Origin', 'http://a'],
      ['Access-Control-Request-Method', 'GET'],
    ],
  },
];

/** The names of the rules that were applied to a request, by their counts. */
async function counts({ control }: Controlled): Promise<Map<string, number>> {
  const { rules } = JSON.parse((await control('GET', '/rules')).text());
  return new Map(rules.map(({ id, applied }: { id: string; applied: number }) => [id, applied]));
}

for (const journal of [0, 100])
  for (const unmatched of ['pass', 'fail'] as const)
    describe(`an explanation of a request, in mode ${unmatched} with a journal of ${journal} entries`, () => {
      it('agrees with the next such request, and changes nothing', async (t) => {
        const server = await serveControlled(t, { journal, unmatched });
        const { control, send } = server;
        await control('POST', '/rules', [...RULES, ...UNFIT]);
        const outcomes = new Set<string>();
        for (const request of REQUESTS) {
          const { path: target, method = 'GET', fields = [] } = request;
          const before = await counts(server);
          const entries = server.journal?.lastId;
          const list = server.rules.unmatched.list();
          const described = { method, target, headers: Object.fromEntries(fields) };
          const explained = await control('POST', PATH, described);
          assert.equal(explained.status, 200, explained.text());
          const { rules, outcome, unmatched: isUnmatched, text } = JSON.parse(explained.text());
          assert.deepEqual(await counts(server), before);
          assert.equal(server.journal?.lastId, entries);
          assert.equal(server.rules.unmatched.list(), list);

          const response = await send(request);
          const after = await counts(server);
          const applied = [...after].filter(([id, count]) => count > (before.get(id) ?? 0)).map(([id]) => id);
          const expected = rules.filter(({ applies }: { applies: boolean }) => applies);
          const context = `${method} ${target}: ${text}`;
          assert.deepEqual(new Set(expected.map(({ id }: { id: string }) => id)), new Set(applied), context);
          assert.equal(server.rules.unmatched.list() !== list, isUnmatched, context);
          if (outcome === '404') assert.equal(response.status, 404, context);
          if (outcome === '400') assert.deepEqual([response.status, members(response).detail], [400, text]);
          if (outcome === 'rule') assert.ok([200, 201, 202, 502, 503].includes(response.status), context);
          outcomes.add(outcome);
          if (isUnmatched) assert.equal(members(response).detail, text);
        }
        assert.deepEqual(new Set([...outcomes, 'endpoint']), new Set(['400', '404', 'endpoint', 'rule']));
      });

      it('names what differs', async (t) => {
        const { control } = await serveControlled(t, { journal, unmatched });
        await control('POST', '/rules', RULES);
        const explain = async (body: object) => JSON.parse((await control('POST', PATH, body)).text());
        const { rules } = await explain({
          target: '/bin/t1/v1/users/a?token=correct-horse',
          headers: { 'X-Key': ['b', 'c'] },
        });
        assert.deepEqual(
          rules.map(({ id, matches, applies, differences }: Record<string, unknown>) => [
            id,
            matches,
            applies,
            differences,
          ]),
          [
            [
              'broken',
              false,
              false,
              [{ part: 'path', text: 'expected /v1/broken, got /v1/users/a (1 segment more)' }],
            ],
            ['slow', true, true, []],
            ['own', false, false, [{ part: 'header X-Key', text: 'expected "a", got "b", "c"' }]],
            ['user', false, false, [{ part: 'path', text: 'expected /v1/users/{id:int}, got /v1/users/a' }]],
            [
              'behind',
              false,
              false,
              [{ part: 'path', text: 'expected /v1/broken, got /v1/users/a (1 segment more)' }],
            ],
            [
              'off',
              false,
              false,
              [{ part: 'path', text: 'expected /off, got /v1/users/a (2 segments more)' }],
            ],
            ['ip', false, false, [{ part: 'path', text: 'expected /ip, got /v1/users/a (2 segments more)' }]],
            [
              'cut',
              false,
              false,
              [{ part: 'path', text: 'expected /ip, got /v1/users/a (2 segments more)' }],
            ],
          ],
        );
        const off = (await explain({ target: '/off' })).rules.find(({ id }: { id: string }) => id === 'off');
        assert.deepEqual([off.matches, off.applies, off.state], [true, false, 'disabled']);
        const own = await explain({ target: '/_sparring/health' });
        assert.deepEqual([own.text, own.rules], ['No rule acts on the control API.', []]);
      });
    });

it('explains a request of the journal', async (t) => {
  const { control, get, journal } = await serveControlled(t, { journal: 10, unmatched: 'fail' });
  await control('POST', '/rules', { id: 'a', match: { path: '/a' }, respond: {} });
  await get('/b?password=correct-horse');
  const request = journal?.lastId;
  const explained = members(await control('POST', PATH, { request }));
  assert.equal(explained.outcome, '404');
  assert.match(
    String(explained.text),
    /^GET \/b matched none of 1 rule of the server\.\nNearest, a: a request to \/a\n/,
  );
  assert.equal((await control('POST', PATH, { request: 999 })).status, 404);
  for (const body of [{}, { request, target: '/' }])
    assert.equal((await control('POST', PATH, body)).status, 422);
  assert.equal((await control('POST', PATH, { target: '/', more: 1 })).status, 422);
});
