import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openGunicorn } from '../support/programs/gunicorn.ts';
import { NO_PYTHON } from '../support/programs/python-environment.ts';
import { serve } from '../support/servers/serve.ts';
import { request, type WireRequest } from '../support/wire/wire.ts';
import { type Comparable, differences, toComparable } from './comparable.ts';
import { isKnown, knownDifferences, occurrences } from './differences.ts';
import { parityRequests } from './requests.ts';
import { sideRequests } from './side-requests.ts';

// With the installation of httpbin, once.
it('responses equal those of httpbin, except for listed differences', { timeout: 390_000 }, async (t) => {
  const original = await openGunicorn(t.signal);
  if (!original) return t.skip(NO_PYTHON);
  t.after(() => original.close());
  const server = await serve(t);

  const surprises: string[] = [];
  const seen = new Set<string>();
  for (const wanted of [...parityRequests, ...sideRequests].map(withHost)) {
    const requested = formatLine(wanted);
    const ours = await ask(server.port, wanted);
    const theirs = await ask(original.port, wanted);
    for (const aspect of differences(ours, theirs)) {
      const known = knownDifferences.find((each) => isKnown(each, requested, aspect, ours));
      if (known) seen.add(known.aspects ? `${known.why} ${aspect}` : known.why);
      else
        surprises.push(
          `${requested}: ${aspect} is ${show(ours.get(aspect))}, not ${show(theirs.get(aspect))}`,
        );
    }
  }
  assert.ok(surprises.length === 0, `${surprises.length} surprises:\n${surprises.join('\n')}`);
  assert.deepEqual(
    knownDifferences.flatMap(occurrences).filter((each) => !seen.has(each)),
    [],
    'differences that no request has',
  );
});

/** A server that breaks the connection differs in one aspect. */
async function ask(port: number, wanted: WireRequest): Promise<Comparable> {
  return request(port, { ...wanted, timeout: 20_000 }).then(
    toComparable,
    () => new Map([['status', 'no response']]),
  );
}

/** One authority for both servers, since most responses contain it. */
function withHost(wanted: WireRequest): WireRequest {
  const fields = wanted.fields ?? [];
  if (fields.some(([name]) => name === 'Host')) return wanted;
  return { ...wanted, fields: [['Host', 'parity.example'], ...fields] };
}

function formatLine({ method = 'GET', path, fields = [], body }: WireRequest): string {
  const others = fields.filter(([, value]) => value !== 'parity.example');
  const head = [`${method} ${path}`, ...others.map(([name, value]) => `${name}: ${value}`)].join(' | ');
  return body === undefined ? head : `${head} < ${Buffer.from(body).toString('latin1')}`;
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 200);
}
