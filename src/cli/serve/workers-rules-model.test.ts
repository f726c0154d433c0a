import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from '#test/support/wire/wire.ts';
import { toComparable } from '#test/support/workers/comparable.ts';
import { createRandom, startWorkers } from '#test/support/workers/workers.ts';

const skip = process.platform !== 'linux';

const STEPS = Number(process.env.STEPS ?? 200);

type Step = readonly [method: string, path: string, body?: object];

/** A random request to a rule, a bin or a key of a lab, or to the operations that read and change them. */
function createStep(random: (below: number) => number, number: number): Step {
  const pick = <Item>(items: readonly [Item, ...Item[]]) => items[random(items.length)] ?? items[0];
  const bin = pick(['a', 'b', 'c']);
  const path = pick(['/get', '/ip', '/headers', '/bin/a', '/bin/b/x', '/bin/c']);
  const id = `r${random(5)}`;
  const isOfBin = random(3) === 0;
  const scope = isOfBin ? `?bin=${bin}` : '';
  const rule = {
    match: { path },
    count: random(4),
    ...pick<object>([
      { respond: pick<object>([{ status: 418 }, [{ status: 201 }, { status: 202 }], { json: { a: 1 } }]) },
      { delay: 0.001 },
      { add: { headers: { 'X-A': 'b' } } },
    ]),
  };
  if (random(2) === 0) return [pick(['GET', 'POST']), path];
  const steps: readonly [Step, ...Step[]] = [
    ['POST', '/_sparring/rules', { ...rule, id, ...(isOfBin && { bin }) }],
    ['POST', '/_sparring/rules', { ...rule, priority: random(3), ...(isOfBin && { bin }) }],
    ['PUT', `/_sparring/rules/${id}${scope}`, rule],
    ['PATCH', `/_sparring/rules/${id}${scope}`, pick<object>([{ enabled: number % 2 > 0 }, { count: 5 }])],
    ['DELETE', `/_sparring/rules/${id}${scope}`],
    ['DELETE', `/_sparring/rules?bin=${bin}`],
    ['GET', '/_sparring/rules'],
    ['GET', `/_sparring/rules/${id}${scope}`],
    ['POST', '/_sparring/rules/verify', {}],
    ['GET', '/_sparring/rules/unmatched'],
    ['PUT', `/_sparring/bins/${bin}`, { response: { status: 429 }, every_path: number % 2 > 0 }],
    ['PATCH', `/_sparring/bins/${bin}`, pick<object>([{ note: `${number}` }, { response: null }])],
    ['DELETE', `/_sparring/bins/${bin}`],
    ['GET', '/_sparring/bins'],
    ['GET', `/_sparring/requests?bin=${bin}`],
    ['GET', `/sequence/k${random(3)}/status=500/then/status=200`],
    ['GET', `/limit/k${random(3)}/2/3600`],
    ['GET', '/_sparring/labs'],
    ['POST', '/_sparring/snapshots', { name: 's' }],
    ['POST', '/_sparring/snapshots/s/restore'],
  ];
  return pick(steps);
}

test('random uses of rules, bins and labs have the same results with one process and with four workers', {
  skip,
}, async (t) => {
  const random = createRandom(t);
  const words = ['--journal', '14'];
  const [one, four] = await Promise.all([startWorkers(t, 1, words), startWorkers(t, 4, words)]);
  const steps: Step[] = [];
  for (let number = 0; number < STEPS; number++) {
    const [method, path, body] = createStep(random, number);
    const fields = random(3) === 0 ? ([['Sparring-Bin', 'b']] as const) : [];
    steps.push(body ? [method, path, body] : [method, path]);
    const [expected, found] = await Promise.all(
      [one, four].map(async ({ port }) => {
        const sent = { method, path, fields, ...(body && { body: JSON.stringify(body) }) };
        const response = await request(port, sent);
        return [response.status, toComparable(response.text())];
      }),
    );
    assert.deepEqual(found, expected, `step ${number}, after ${JSON.stringify(steps.slice(-20))}`);
  }
});
