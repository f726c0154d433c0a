import { Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import { summarizeEntries } from '#journal/reading/summarize-entries.ts';
import { type ControlContext, endpoint } from '../../context/context.ts';
import { ClockView, toClockView } from '../../operations/server/clock.ts';
import { problems } from '../errors.ts';
import { pageOrData } from '../page-or-data.ts';

const data = endpoint({
  path: '/_sparring',
  tag: 'Server',
  summary: 'Returns version, state and links.',
  responses: {
    200: Type.Object({
      name: Type.Literal('sparring'),
      version: Type.String(),
      url: Type.String(),
      clock: ClockView,
      api_version: Type.String({ description: 'The release whose behavior the API has.' }),
      phase: Type.String({ description: 'The phase of the deprecated interface.' }),
      counts: Type.Record(Type.String(), Type.Integer()),
      uptime: Type.Integer({ description: 'Seconds since this process started.' }),
      connections: Type.Integer({ description: 'Open connections, on all ports.' }),
      journal: Type.Object(
        {
          entries: Type.Integer({ description: 'Entries of clients that the journal has.' }),
          limit: Type.Integer({ description: 'Most entries that it keeps.' }),
          dropped: Type.Integer({ description: 'Entries that were removed to stay within the limits.' }),
        },
        { description: 'The journal; all numbers are 0 without it.' },
      ),
      rules: Type.Object({
        on: Type.Integer(),
        off: Type.Integer(),
        applied: Type.Integer({ description: 'Number of uses of the rules that exist.' }),
      }),
      links: Type.Record(Type.String(), Type.String()),
    }),
    ...problems(400, 403),
  },
  compare: {
    'go-httpbin': ['different', 'A member of the overview, for the operator only.', '/version'],
  },
  examples: [{ path: '/_sparring', status: 200 }],

  handle: async ({ exchange, service }) => exchange.json(200, await readOverview(exchange, service)),
});

/** The page of the same state. */
export const overview = pageOrData(data, async ({ exchange, service, access }) => {
  const state = access === 'shell' ? undefined : await readOverview(exchange, service);
  const { sendOverview } = await import('../../pages/overview/overview-page.ts');
  await sendOverview(exchange, service, access, state);
});

export async function readOverview(exchange: Exchange, service: ControlContext) {
  const { mainPort } = service;
  const { store, clock, lifecycle, rules, snapshots, version } = service.operations;
  const listed = rules.list();
  const on = listed.filter(({ enabled }) => enabled).length;
  const base = service.addresses.of(exchange).web;
  const [url, control] =
    mainPort.number() === undefined
      ? [base, base]
      : [mainPort.originFor(exchange), `${exchange.scheme}://${exchange.authority}${exchange.prefix}`];
  return {
    name: 'sparring' as const,
    version,
    url,
    clock: toClockView(clock.state()),
    api_version: service.release.name,
    phase: lifecycle.describe().authorizations.phase,
    counts: {
      ...(await store.counts()),
      rules: listed.length,
      snapshots: snapshots.list().length,
    },
    uptime: Math.floor(process.uptime()),
    connections: await service.connections(),
    journal: await readJournalUse(service),
    rules: { on, off: listed.length - on, applied: listed.reduce((sum, { applied }) => sum + applied, 0) },
    links: Object.fromEntries(LINKS.map((name) => [name, `${control}/_sparring/${name}`])),
  };
}

async function readJournalUse({ operations, journalEntries: limit }: ControlContext) {
  const { journal } = operations;
  if (!journal) return { entries: 0, limit: 0, dropped: 0 };
  const readable = await journal.read();
  const input = { parameters: {}, scope: 'clients', limit: 0 } as const;
  const { total } = summarizeEntries(readable, input, operations.redaction);
  return { entries: total, limit, dropped: readable.dropped };
}

const LINKS = [
  'health',
  'ready',
  'metrics',
  'requests',
  'bins',
  'snapshots',
  'clock',
  'lifecycle',
  'rules',
  'outbox',
  'audit',
  'inspector',
  'panel',
];
