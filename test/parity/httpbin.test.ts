import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openGunicorn } from '../support/programs/gunicorn.ts';
import { serve } from '../support/servers/serve.ts';
import { request, type WireRequest } from '../support/wire/wire.ts';
import { differences, toComparable } from './comparable.ts';
import { knownDifferences } from './differences.ts';
import { parityRequests } from './requests.ts';

it('responses equal those of httpbin, except for listed differences', async (t) => {
  const original = await openGunicorn();
  if (!original) return t.skip('gunicorn or python3-httpbin is not installed here');
  t.after(() => original.close());
  const server = await serve(t);

  const surprises: string[] = [];
  const seen = new Set<string>();
  for (const wanted of parityRequests.map(withHost)) {
    const requested = toLine(wanted);
    const response = await request(server.port, wanted);
    const ours = toComparable(response);
    const theirs = toComparable(await request(original.port, wanted));
    for (const aspect of differences(ours, theirs)) {
      const known = knownDifferences.find(
        (each) =>
          each.aspects.includes(aspect) &&
          each.asked.test(requested) &&
          (each.type === undefined || each.type === response.field('Content-Type')),
      );
      if (known) seen.add(`${known.why} ${aspect}`);
      else
        surprises.push(
          `${requested}: ${aspect} is ${show(ours.get(aspect))}, not ${show(theirs.get(aspect))}`,
        );
    }
  }
  assert.deepEqual(surprises, []);
  // Differences of httpbin may disappear with its next version.
  const gone = knownDifferences
    .filter(({ side }) => side === 'ours')
    .flatMap(({ why, aspects }) => aspects.map((aspect) => `${why} ${aspect}`))
    .filter((each) => !seen.has(each));
  assert.deepEqual(gone, []);
});

/** The same authority for both servers, since most responses contain it. */
function withHost(wanted: WireRequest): WireRequest {
  const fields = wanted.fields ?? [];
  if (fields.some(([name]) => name === 'Host')) return wanted;
  return { ...wanted, fields: [['Host', 'parity.example'], ...fields] };
}

function toLine({ method = 'GET', path, fields = [] }: WireRequest): string {
  const others = fields.filter(([, value]) => value !== 'parity.example');
  return [`${method} ${path}`, ...others.map(([name, value]) => `${name}: ${value}`)].join(' | ');
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 200);
}
