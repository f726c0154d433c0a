import { type Static, Type } from 'typebox';
import { formatApiTime } from '#accounts/store/api-time.ts';
import type { AuditedCall, AuditedUse } from '#accounts/store/index.ts';
import { longDuration } from '#config/values/value-types.ts';
import { InputError } from '#http/message/input-error.ts';
import { parseTimestamp, timestampExpectation } from '#http/syntax/timestamp.ts';
import type * as library from '#types/index.ts';
import type { StoreContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';

/** The selection of entries. */
const AuditQuery = inputOf({
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
});

/** The selection of entries by a method of the library. */
export const AuditFilter = Type.Object(
  {
    login: Type.Optional(Type.String()),
    clientId: Type.Optional(Type.String()),
    userAgent: Type.Optional(Type.String({ description: 'A part of the User-Agent header, in any case.' })),
    since: Type.Optional(Type.Number({ description: 'Milliseconds since the epoch.' })),
    deprecatedOnly: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** @throws InputError when `since` is neither a timestamp nor a duration. */
function parseAuditFilter(query: Static<typeof AuditQuery>, now: number): library.AuditFilter {
  return {
    login: query.login,
    clientId: query.client_id,
    userAgent: query.user_agent,
    since: query.since === undefined ? undefined : sinceOf(query.since, now),
    deprecatedOnly: query.deprecated === 'true',
  };
}

function sinceOf(text: string, now: number): number {
  const since = parseSince(text, now);
  if (since === undefined) throw new InputError('since', `must be ${sinceExpectation}`);
  return since;
}

/** The expected format of `since`, for use after "must be". */
export const sinceExpectation = `${timestampExpectation}, or a duration such as 24h`;

/** A timestamp or a duration before now, in milliseconds since the epoch; undefined for other text. */
export function parseSince(text: string, now: number): number | undefined {
  const ago = longDuration.read(text);
  return ago === undefined ? parseTimestamp(text) : now - ago;
}

const Timestamp = Type.String({ format: 'date-time' });
const TextOrNull = Type.Union([Type.String(), Type.Null()]);

const caller = {
  user_agent: Type.Union([Type.String({ description: 'The User-Agent of the program.' }), Type.Null()]),
  login: TextOrNull,
  client_id: TextOrNull,
  method: Type.String(),
  path: Type.String({ description: 'The template of the path, never the path itself.' }),
};

/** Equal calls within one write of the audit. */
export const CallView = Type.Object({
  ...caller,
  address: Type.String(),
  status: Type.Integer(),
  deprecated: Type.Boolean(),
  count: Type.Integer(),
  first_at: Timestamp,
  last_at: Timestamp,
});

export type CallView = Static<typeof CallView>;

export function toCallView(call: AuditedCall): CallView {
  return {
    ...toCaller(call),
    address: call.address,
    status: call.status,
    deprecated: call.isDeprecated,
    count: call.count,
    first_at: formatApiTime(call.firstAt),
    last_at: formatApiTime(call.lastAt),
  };
}

/** The calls of one program as one user to one endpoint. */
export const UseView = Type.Object({
  ...caller,
  count: Type.Integer(),
  refused: Type.Integer({ description: 'Number of rejected calls.' }),
  first_at: Timestamp,
  last_at: Timestamp,
});

export type UseView = Static<typeof UseView>;

export function toUseView(use: AuditedUse): UseView {
  return {
    ...toCaller(use),
    count: use.count,
    refused: use.refused,
    first_at: formatApiTime(use.firstAt),
    last_at: formatApiTime(use.lastAt),
  };
}

function toCaller({ userAgent, login, clientId, method, path }: AuditedCall | AuditedUse) {
  return { user_agent: userAgent, login, client_id: clientId, method, path };
}

export const listCalls = operation({
  name: 'audit.calls',
  summary: 'Lists the calls of the authorization API, newest first; similar calls are combined.',
  input: AuditQuery,
  output: Type.Object({ calls: Type.Array(CallView) }),
  http: {
    route: 'GET /_sparring/audit',
    tag: 'Audit',
    description: 'Entries contain no secrets, and only the template of a path.',
    examples: [
      { title: 'The calls of a user in a day', path: '/_sparring/audit?login=mona&since=24h', status: 200 },
      { title: 'A time that is not one', path: '/_sparring/audit?since=yesterday', status: 400 },
    ],
  },
  async run(query, { audit, store, runtime }: StoreContext) {
    const filter = parseAuditFilter(query, runtime.now());
    await audit.flush();
    return { calls: (await store.audit.calls(filter, query.limit)).map(toCallView) };
  },
});

export const listUses = operation({
  name: 'audit.uses',
  summary: 'Lists which programs make which calls, by user and application, latest first.',
  input: AuditQuery,
  output: Type.Object({ uses: Type.Array(UseView) }),
  http: {
    route: 'GET /_sparring/audit/uses',
    tag: 'Audit',
    examples: [{ path: '/_sparring/audit/uses?deprecated=true', status: 200 }],
  },
  async run(query, { audit, store, runtime }: StoreContext) {
    const filter = parseAuditFilter(query, runtime.now());
    await audit.flush();
    return { uses: (await store.audit.uses(filter, query.limit)).map(toUseView) };
  },
});
