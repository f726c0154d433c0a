import { Type } from 'typebox';
import { ClockView, toClockView } from '../../../operations/clock.ts';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';

export const overview = endpoint({
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
      links: Type.Record(Type.String(), Type.String()),
    }),
    ...problems(400, 403),
  },
  compare: {
    'go-httpbin': ['different', 'A member of the overview, for the operator only.', '/version'],
  },
  examples: [{ path: '/_sparring', status: 200 }],

  async handle({ exchange, service }) {
    const { mainPort } = service;
    const { store, runtime, lifecycle, rules, snapshots, version } = service.operations;
    const base = service.addresses.of(exchange).web;
    const [url, control] =
      mainPort.number() === undefined
        ? [base, base]
        : [mainPort.originFor(exchange), `${exchange.scheme}://${exchange.authority}`];
    exchange.json(200, {
      name: 'sparring',
      version,
      url,
      clock: toClockView(runtime),
      api_version: service.release.name,
      phase: lifecycle.describe().authorizations.phase,
      counts: {
        ...(await store.counts()),
        rules: rules.list().length,
        snapshots: snapshots.list().length,
      },
      links: Object.fromEntries(LINKS.map((name) => [name, `${control}/_sparring/${name}`])),
    });
  },
});

const LINKS = ['health', 'ready', 'snapshots', 'clock', 'lifecycle', 'rules', 'outbox', 'audit'];
