import { request } from '../../test/support/wire/wire.ts';
import type { Measurement } from '../measurement.ts';
import { sendPipelined } from '../pipelined.ts';
import type { MeasuredServer } from '../process.ts';
import { compareAt, measureAgainstBase, ratioRow } from '../small-differences.ts';
import { withServer } from '../with-server.ts';

const GET = '/get?a=1&b=two';
const RULES = 1000;
const REQUESTS = 1_000_000;
/** Number of samples of the memory. */
const SAMPLES = 5;

/**
 * The cost of rules: none, with `BENCH_BASE` a commit before them; 1,000 with responses of other paths; and the memory of a
 * server whose rules respond to a million requests.
 */
export async function measureRules(): Promise<Measurement[]> {
  return [
    ...(await measureAgainstBase([GET], 0.99)),
    ...(await withServer({}, async (server) => {
      await addRules(server);
      const value = await withServer({}, (without) => compareAt(GET, server, without));
      const what = `GET ${GET} with ${RULES} responses of rules for other first segments, ratio to no rule`;
      return [ratioRow(what, value, 0.95), await measureMemory(server)];
    })),
  ];
}

async function addRules({ port }: MeasuredServer): Promise<void> {
  const rules = Array.from({ length: RULES }, (_, index) => ({
    match: { method: 'GET', path: `/v${index}/users/{id:int}` },
    respond: { json: { id: '{{path.id:int}}' }, template: true },
  }));
  const path = '/_sparring/rules';
  const { status, body } = await request(port, { method: 'POST', path, body: JSON.stringify(rules) });
  if (status !== 201) throw new Error(`The rules get ${status}: ${body.toString().slice(0, 200)}`);
}

/** The largest difference of the memory from that after the first tenth of the requests, after a collection of garbage. */
async function measureMemory(server: MeasuredServer): Promise<Measurement> {
  const memory = async () => {
    await server.collectGarbage();
    return server.residentMegabytes();
  };
  await sendMany(server, REQUESTS / 10);
  const start = await memory();
  let value = 0;
  for (let sample = 1; sample <= SAMPLES; sample++) {
    await sendMany(server, REQUESTS / SAMPLES);
    const difference = (await memory()) - start;
    process.stderr.write(
      `${(sample * REQUESTS) / SAMPLES} requests: ${start.toFixed(1)} MB ${difference < 0 ? '-' : '+'} ${Math.abs(difference).toFixed(1)} MB\n`,
    );
    value = Math.max(value, Math.abs(difference));
  }
  await checkCounts(server);
  return {
    what: `Largest change of memory in ${REQUESTS.toLocaleString('en')} requests to ${RULES} rules`,
    unit: 'MB',
    value,
    target: '≤ 20',
    isReached: value <= 20,
  };
}

const BATCH = 200;
/** One of 101 requests has the path of no rule, and gets 404 with the nearest rules. */
const PATHS = RULES + 10;

/** Sends so many requests, each to another rule than the one before, pipelined on four connections at a time. */
async function sendMany(server: MeasuredServer, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 4 * BATCH)
    await Promise.all(
      [0, 1, 2, 3].map((part) => {
        const first = sent + part * BATCH;
        return sendPipelined(server, BATCH, (index) => `/v${(first + index) % PATHS}/users/${sent}`);
      }),
    );
}

/** The figure is that of rules that have responded. */
async function checkCounts({ port }: MeasuredServer): Promise<void> {
  const { body } = await request(port, { path: '/_sparring/rules' });
  const { rules }: { rules: { applied: number }[] } = JSON.parse(body.toString());
  const applied = rules.reduce((sum, rule) => sum + rule.applied, 0);
  const expected = (1.1 * REQUESTS * RULES) / PATHS;
  if (applied < 0.99 * expected) throw new Error(`The rules were applied to ${applied} requests only`);
}
