import { Type } from 'typebox';
import type { AuditFilter } from '../authorizations/store.ts';
import { longDuration } from '../config/value-types.ts';
import { parseTimestamp, timestampExpectation } from '../http/timestamp.ts';
import { invalidQuery } from './errors.ts';

/** Query parameters of the audit. */
export const auditQuery = {
  login: Type.Optional(Type.String({ description: 'Calls of this user.' })),
  client_id: Type.Optional(Type.String({ description: 'Calls of or about this application.' })),
  user_agent: Type.Optional(
    Type.String({ description: 'Calls of programs whose User-Agent contains this text.' }),
  ),
  since: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Calls since a timestamp, or within a duration such as 24h.',
    }),
  ),
  deprecated: Type.Optional(
    Type.String({ enum: ['true', 'false'], description: 'With true, only deprecated calls.' }),
  ),
  limit: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 1000,
    description: 'Maximum number of entries.',
  }),
};

export interface AuditQuery {
  readonly login?: string;
  readonly client_id?: string;
  readonly user_agent?: string;
  readonly since?: string;
  readonly deprecated?: string;
}

/** @throws HttpError 400 when `since` is neither a timestamp nor a duration. */
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
  if (since === undefined) throw invalidQuery('since', `must be ${sinceExpectation}`);
  return since;
}

/** The expected format of `since`, for use after "must be". */
export const sinceExpectation = `${timestampExpectation}, or a duration such as 24h`;

/** A timestamp or a duration before now, in milliseconds since the epoch; undefined for other text. */
export function toSince(text: string, now: number): number | undefined {
  const ago = longDuration.read(text);
  return ago === undefined ? parseTimestamp(text) : now - ago;
}
