import { Type } from 'typebox';
import { auditQuery, CallView, readCalls, toAuditFilter } from '../audit.ts';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';

export const audit = endpoint({
  path: '/_sparring/audit',
  methods: ['GET'],
  tag: 'Audit',
  summary: 'Lists the calls of the authorization API, newest first; similar calls are combined.',
  description: 'Entries contain no secrets, and only the template of a path.',
  query: auditQuery,
  responses: { 200: Type.Object({ calls: Type.Array(CallView) }), ...problems(400, 403) },
  examples: [
    { path: '/_sparring/audit?login=mona&since=24h', status: 200 },
    { path: '/_sparring/audit?since=yesterday', status: 400 },
  ],

  async handle({ query, exchange, service }) {
    const filter = toAuditFilter(query, service.runtime.now());
    exchange.json(200, { calls: await readCalls(service, filter, query.limit) });
  },
});
