import { Type } from 'typebox';
import { problemsOfSchema } from '../../http/message/input-problem.ts';
import { BIN_NAME } from '../../http/message/target.ts';
import { matches } from '../../http/routing/validation.ts';
import { toHarEntries } from '../../journal/export/har.ts';
import { NO_REDACTION } from '../../journal/views/redaction.ts';
import { headMembers, problemsOfConditions } from '../../matching/request-match.ts';
import { isCut } from '../../rules/import/har-entry.ts';
import { type Import, importRules } from '../../rules/import/import-rules.ts';
import { RuleInput } from '../../rules/rule.ts';
import type { OperationContext } from '../declaration/context.ts';
import { OperationError } from '../declaration/errors.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { EntryId, findExchange } from '../requests/journal-access.ts';
import { asConflict, invalidProblems, normalizeRules } from './normalize-rules.ts';
import { MAX_RULES_SIZE } from './rules.ts';

const MAX_ENTRIES = 1000;

const optional = Type.Optional;

/** What is imported, and how. */
export const ImportSource = Type.Object(
  {
    log: optional(
      Type.Object(
        { entries: Type.Array(Type.Unknown(), { maxItems: MAX_ENTRIES }) },
        { description: 'The member of an HTTP Archive 1.2, of which `entries` is read.' },
      ),
    ),
    requests: optional(
      Type.Array(EntryId, { maxItems: MAX_ENTRIES, description: 'The ids of requests of the journal.' }),
    ),
    base: optional(
      Type.String({
        maxLength: 2000,
        description:
          'A prefix of the URLs, or of their paths, that is removed. Without it, entries of other origins than the first are left out.',
      }),
    ),
    filter: optional(
      Type.Object(headMembers, {
        additionalProperties: false,
        description: 'Only the requests that match. All members of a match but `body` are known.',
      }),
    ),
    ignore_query: optional(
      Type.Array(Type.String({ maxLength: 1000 }), {
        maxItems: 100,
        description: 'Parameters of the query that no rule compares.',
      }),
    ),
    bin: optional(Type.String({ pattern: BIN_NAME.source, description: 'The bin of the rules.' })),
    secrets: optional(
      Type.Enum(['keep'], { description: 'With `keep`, the cookies of responses are kept.' }),
    ),
  },
  { additionalProperties: false, description: 'An HTTP Archive, or requests of the journal.' },
);

/** What an import has added, and what not. */
export const ImportReport = Type.Object({
  rules: Type.Array(RuleInput, { description: 'The rules, in the form in which they are added.' }),
  ids: Type.Array(Type.String(), { description: 'The ids of the rules; none with `dry`.' }),
  left_out: Type.Array(
    Type.Object({
      entry: Type.Integer({ description: 'The number of the entry, from 0.' }),
      reason: Type.String({ description: 'A clause about the entry.' }),
    }),
    { description: 'What was left out.' },
  ),
});

export const importRecorded = operation({
  name: 'rules-import',
  summary: 'Adds rules that send the recorded responses of an HTTP Archive, or of the journal, again.',
  input: inputOf({
    source: ImportSource,
    dry: optional(Type.Enum(['true', 'false'], { description: 'With `true`, no rule is added.' })),
  }),
  output: ImportReport,
  errors: ['conflict', 'invalid', 'notFound'],
  http: {
    route: 'POST /_sparring/rules/import',
    tag: 'Rules',
    description:
      'A rule compares the method, the path, the query, and a body of JSON or a form. The responses of equal requests are the steps of one rule. Cookies, preflights, WebSockets, 206, 304, bodies that are not complete and headers for the whole origin are left out. Nothing is fetched.',
    success: 200,
    query: ['dry'],
    body: 'source',
    bounded: { description: 'What is imported.', maxSize: MAX_RULES_SIZE, isChecked: false },
    examples: [
      {
        path: '/_sparring/rules/import?dry=true',
        body: '{"log":{"entries":[{"request":{"method":"GET","url":"https://api.example/v1/users/1"},"response":{"status":200,"headers":[{"name":"Content-Type","value":"application/json"}],"content":{"text":"{\\"id\\":1}"}}}]}}',
        status: 200,
      },
      { path: '/_sparring/rules/import', body: '{"log":{}}', status: 422 },
      { path: '/_sparring/rules/import', body: '{"requests":[999999]}', status: 404 },
    ],
  },
  async run({ source, dry }, context) {
    const { rules, leftOut } = await importFrom(source, context);
    const added =
      dry === 'true'
        ? []
        : await asConflict(() => context.rules.add(normalizeRules(context.rules, rules), 'import'));
    return { rules: [...rules], ids: added.map(({ id }) => id), left_out: [...leftOut] };
  },
});

/** @throws OperationError `invalid`, `notFound` */
async function importFrom(source: unknown, context: OperationContext): Promise<Import> {
  const problems = problemsOfSchema(ImportSource, source);
  if (problems.length > 0 || !matches(ImportSource, source)) throw invalidProblems(problems);
  const { log, requests, base, filter, ignore_query: ignored = [], bin, secrets } = source;
  if ((log === undefined) === (requests === undefined))
    throw invalidProblems([{ path: [], message: 'must have either log or requests' }]);
  const conditions = filter === undefined ? [] : problemsOfConditions(filter, ['filter']);
  if (conditions.length > 0) throw invalidProblems(conditions);
  return importRules(log?.entries ?? (await entriesOf(requests ?? [], context)), {
    base,
    filter,
    ignoredQuery: new Set(ignored),
    bin,
    keepsSecrets: secrets === 'keep',
    limits: context.responseLimits,
    normalize: context.rules.normalize,
  });
}

/** The entries of requests of the journal. @throws OperationError `invalid` for one whose bodies are not complete. */
async function entriesOf(ids: readonly number[], context: OperationContext): Promise<unknown[]> {
  const entries: unknown[] = [];
  for (const id of ids) {
    const [entry] = toHarEntries([await findExchange(context, id)], NO_REDACTION);
    if (entry && isCut(entry))
      throw new OperationError(
        'invalid',
        `The journal keeps only a part of a body of the request ${id}; increase --journal-body-size.`,
      );
    entries.push(entry);
  }
  return entries;
}
