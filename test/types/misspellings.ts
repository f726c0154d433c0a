import type { FilePath, Match, SparringServer, StartOptions } from '../../types/index.ts';
import type { FixtureOptions } from '../../types/test-server.d.ts';

// What a misspelling in a test gets from the compiler: each of these lines must not compile, and `tsc` reports the directive
// above a line that does.

/** Is compiled, and never called. */
export async function misspellings(server: SparringServer): Promise<void> {
  // Steps of sequences
  server.labs.sequence('a').define({ steps: [{ status: 503, times: 2 }, 'status=200', { open: 1 }] });
  // @ts-expect-error sttaus
  server.labs.sequence('a').define({ steps: [{ sttaus: 503 }] });
  // @ts-expect-error tims
  await server.seed({ sequences: { a: { steps: [{ status: 503, tims: 2 }] } } });
  // @ts-expect-error lasst
  server.labs.sequence('a').define({ steps: [{}], after: 'lasst' });

  // Responses and rules
  // @ts-expect-error jsn
  server.respond('GET /a', { jsn: 1 });
  // @ts-expect-error tims
  server.respond('GET /a', [{ status: 503, tims: 2 }, {}]);
  // @ts-expect-error sttaus
  server.respond('GET /a', () => ({ sttaus: 200 }));
  // @ts-expect-error a text is no response
  server.respond('GET /a', () => 'text');
  // @ts-expect-error name is no part of the path
  server.respond('GET /a/{id}', (_, { params }) => ({ json: params.name }));
  // @ts-expect-error a number
  server.respond('GET /a/{id:int}', (_, { params }) => ({ body: params.id }));
  // @ts-expect-error cuont
  server.respond('GET /a', {}, { cuont: 1 });
  // @ts-expect-error falt
  server.rules.add({ falt: 'reset@headers' });
  // @ts-expect-error methd
  server.rules.add({ match: { methd: 'GET' }, drop: true });
  // @ts-expect-error enabld
  server.rules.change('a', { enabld: true });

  // Matches
  const statuses: readonly Match['status'][] = [404, '4xx', '9xx'];
  server.journal.all({ status: statuses[0] ?? 200 });
  // @ts-expect-error the classes of statuses end with xx
  server.journal.all({ status: '5x' });
  // @ts-expect-error in lower case
  server.journal.all({ status: '5XX' });
  // @ts-expect-error there is no class 0
  server.journal.all({ status: '0xx' });
  // @ts-expect-error hsa
  server.journal.all({ path: { hsa: 'a' } });
  // @ts-expect-error until
  await server.journal.next({}, { until: 'end' });
  // @ts-expect-error witihn
  await server.journal.expectNone({}, { witihn: '1s' });
  // @ts-expect-error bdy
  server.journal.on('bdy', () => {});

  // The lifecycle
  await server.lifecycle.set('github');
  // @ts-expect-error githb
  await server.lifecycle.set('githb');
  // @ts-expect-error browout
  await server.lifecycle.set({ phases: [{ phase: 'browout' }] });
}

const folder: string = import.meta.dirname;

export const options: readonly StartOptions[] = [
  { lifecycle: 'github' },
  { lifecycle: 'schedule.yaml' },
  { lifecycle: `${folder}/schedule` satisfies FilePath },
  { lifecycle: new URL('schedule.yaml', import.meta.url), seed: new URL('seed.yaml', import.meta.url) },
  // @ts-expect-error deprecatd
  { lifecycle: 'deprecatd' },
  // @ts-expect-error unmatched
  { unmatched: 'fial' },
  // @ts-expect-error user
  { seed: { user: [] } },
];

export const fixtures: readonly FixtureOptions[] = [
  // @ts-expect-error bins
  { isolation: 'bins' },
  // @ts-expect-error fial
  { unused: 'fial' },
  // @ts-expect-error respnd
  { rules: [{ respnd: {} }] },
];
