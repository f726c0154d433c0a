import { Type } from 'typebox';
import { auditQuery, readUses, toAuditFilter, UseView } from '../audit.ts';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';

export const auditUses = endpoint({
  path: '/_sparring/audit/uses',
  methods: ['GET'],
  tag: 'Audit',
  summary: 'Lists which programs make which calls, by user and application, latest first.',
  query: auditQuery,
  responses: { 200: Type.Object({ uses: Type.Array(UseView) }), ...problems(400, 403) },
  examples: [{ path: '/_sparring/audit/uses?deprecated=true', status: 200 }],

  async handle({ query, exchange, service }) {
    const filter = toAuditFilter(query, service.runtime.now());
    exchange.json(200, { uses: await readUses(service, filter, query.limit) });
  },
});
