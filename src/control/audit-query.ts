import { Type } from 'typebox';
import type { AuditFilter } from '../authorizations/store.ts';
import { wrongQuery } from './refusals.ts';
import { sinceExpectation, toSince } from './since.ts';

/** Query parameters of what was noted of calls. */
export const auditQuery = {
  login: Type.Optional(Type.String({ description: 'Calls of this user.' })),
  client_id: Type.Optional(Type.String({ description: 'Calls of or about this application.' })),
  user_agent: Type.Optional(
    Type.String({ description: 'Calls of programs with this in what they call themselves.' }),
  ),
  since: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Calls from this moment on, or of the last so many seconds, minutes, hours or days: 24h.',
    }),
  ),
  deprecated: Type.Optional(
    Type.String({ enum: ['true', 'false'], description: 'With true, deprecated calls alone.' }),
  ),
  limit: Type.Integer({ minimum: 1, maximum: 10_000, default: 1000, description: 'Most entries to list.' }),
};

export interface AuditQuery {
  readonly login?: string;
  readonly client_id?: string;
  readonly user_agent?: string;
  readonly since?: string;
  readonly deprecated?: string;
}

/** @throws HttpError 400 when `since` is neither a moment nor a duration. */
export function toAuditFilter(query: AuditQuery, now: number): AuditFilter {
  return {
    login: query.login,
    clientId: query.client_id,
    userAgent: query.user_agent,
    since: query.since === undefined ? undefined : sinceOf(query.since, now),
    deprecatedOnly: query.deprecated === 'true',
  };
}

function sinceOf(text: string, now: number): number {
  const since = toSince(text, now);
  if (since === undefined) throw wrongQuery('since', `must be ${sinceExpectation}`);
  return since;
}
