import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openPostgresSchema } from '../support/databases/postgres.ts';
import { serve } from '../support/servers/serve.ts';
import { startNode } from '../support/workers/nodes.ts';
import { type Answer, WorkerConnection } from '../support/workers/worker-connections.ts';
import { createRandom, sizeOf, startWorkers, times } from '../support/workers/workers.ts';

const skip = process.platform !== 'linux';

const CALLERS = 24;

/** Maximum time of a response, in milliseconds. Snapshots and resets of PostgreSQL wait for each other. */
const MAX_RESPONSE_TIME = 60_000;

/** Each opens a server, and returns its ports; undefined where there is no PostgreSQL. */
const servers: readonly (readonly [string, (t: TestContext) => Promise<readonly number[] | undefined>])[] = [
  ['one process', async (t) => [(await serve(t)).port]],
  ['two workers', async (t) => [(await startWorkers(t, 2)).port]],
  [
    'two nodes',
    async (t) => {
      const url = await openPostgresSchema(t);
      if (url === undefined) return undefined;
      return [(await startNode(t, url)).port, (await startNode(t, url)).port];
    },
  ],
];

interface Change {
  readonly request: string;
  readonly body?: object;
  /** The possible statuses, the first of which has the result. */
  readonly statuses: readonly number[];
  /** Members of the result. */
  readonly result?: object;
}

/** A change at random, of few rules, bins and snapshots. @param tag a text that no other change has */
function drawChange(random: (below: number) => number, tag: string): Change {
  const id = `rule-${random(3)}`;
  const bin = `bin-${random(2)}`;
  const snapshot = `/snapshots/${1 + random(30)}`;
  const [scope, query] = random(2) === 0 ? [{}, ''] : [{ bin }, `?bin=${bin}`];
  const respond = [{ status: 201 }, { status: 202, headers: { 'X-Tag': tag } }];
  const rule = { match: { path: `/${tag}` }, respond, note: tag, ...scope };
  const list = [{ id, ...rule }, rule, { id: tag, ...rule }];
  const change = { count: 1 + random(9), priority: random(100), enabled: random(2) === 0 };
  const response = { response: { status: 299 }, every_path: random(2) === 0 };
  const time = `20${10 + random(80)}-01-01T00:00:00.000Z`;
  const preset = random(2) === 0 ? 'github' : 'supported';
  const changes: readonly (readonly [weight: number, change: Change])[] = [
    [10, { request: 'POST /rules', body: list, statuses: [201, 409], result: { rules: list } }],
    [5, { request: 'POST /rules', body: rule, statuses: [201], result: { rules: [rule] } }],
    [10, { request: `PUT /rules/${id}${query}`, body: rule, statuses: [200], result: { id, ...rule } }],
    [
      8,
      {
        request: `PATCH /rules/${id}${query}`,
        body: change,
        statuses: [200, 404],
        result: { id, ...change, ...scope },
      },
    ],
    [6, { request: `DELETE /rules/${id}${query}`, statuses: [204, 404] }],
    [1, { request: `DELETE /rules${query}`, statuses: [204] }],
    [2, { request: 'POST /seed', body: { rules: [{ id, ...rule }] }, statuses: [204] }],
    [1, { request: 'POST /reset', statuses: [204] }],
    [2, { request: 'POST /snapshots', statuses: [201, 409], result: {} }],
    [1, { request: `POST ${snapshot}/restore`, statuses: [204, 404] }],
    [2, { request: `DELETE ${snapshot}`, statuses: [204, 404] }],
    [
      4,
      {
        request: `PUT /bins/${bin}`,
        body: { name: tag, ...response },
        statuses: [200],
        result: { key: bin, name: tag, ...response },
      },
    ],
    [
      4,
      {
        request: `PATCH /bins/${bin}`,
        body: { note: tag },
        statuses: [200, 404],
        result: { key: bin, note: tag },
      },
    ],
    [3, { request: `DELETE /bins/${bin}`, statuses: [204, 404] }],
    [2, { request: 'PUT /rules/unmatched', body: { bin, mode: 'pass' }, statuses: [204] }],
    [
      2,
      {
        request: 'PUT /clock',
        body: { freeze: time },
        statuses: [200],
        result: { now: time, mode: 'frozen' },
      },
    ],
    [2, { request: 'PUT /lifecycle', body: { preset }, statuses: [200], result: { schedule: preset } }],
    [
      2,
      {
        request: `PUT /labs/sequence/${bin}`,
        body: { steps: [{ status: 503 }] },
        statuses: [200],
        result: { key: bin },
      },
    ],
  ];
  const all = changes.flatMap(([weight, each]) => Array<Change>(weight).fill(each));
  const drawn = all[random(all.length)];
  assert.ok(drawn);
  return drawn;
}

/** @throws AssertionError unless the response has the result of its own change. */
function checkAnswer({ statuses, result }: Change, { status, text }: Answer): void {
  assert.ok(statuses.includes(status));
  if (!result || status !== statuses[0]) return;
  const actual = JSON.parse(text);
  assert.partialDeepStrictEqual(actual, result);
  if ('rules' in result && Array.isArray(result.rules))
    assert.equal(actual.rules.length, result.rules.length);
}

for (const [name, open] of servers)
  test(`each change has its own result while ${CALLERS} callers change the state of ${name}`, {
    skip,
  }, async (t) => {
    const random = createRandom(t);
    const ports = await open(t);
    if (ports === undefined) return;
    const end = performance.now() + sizeOf(2000, 12_000);
    const wrong: string[] = [];
    const statuses = new Set<number>();
    await times(CALLERS, async (caller) => {
      const connection = new WorkerConnection(ports[caller % ports.length] ?? 0);
      t.after(() => connection.close());
      for (let number = 0; performance.now() < end; number++) {
        const change = drawChange(random, `tag-${caller}-${number}`);
        const { request, body } = change;
        const [method = '', path = ''] = request.split(' ');
        const begun = performance.now();
        const answer = await connection.control(method, path, body);
        assert.ok(performance.now() - begun < MAX_RESPONSE_TIME, request);
        statuses.add(answer.status);
        try {
          checkAnswer(change, answer);
        } catch (error) {
          wrong.push(`${request} ${JSON.stringify(body)}: ${answer.status} ${answer.text} ${error}`);
        }
      }
    });
    assert.deepEqual(wrong, []);
    // The changes did meet each other.
    for (const status of [200, 201, 204, 404, 409]) assert.ok(statuses.has(status), String(status));
  });
