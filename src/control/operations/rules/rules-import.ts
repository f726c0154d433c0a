import { Type } from 'typebox';
import { BIN_NAME } from '#bins/bin-name.ts';
import { InvalidInputError, problemsOfSchema } from '#http/message/input-problem.ts';
import { matches } from '#http/message/validation.ts';
import { toHarEntries } from '#journal/export/har.ts';
import { headMembers, problemsOfConditions } from '#journal/matching/request-match.ts';
import { NO_REDACTION, type Redaction } from '#journal/views/redaction.ts';
import { isBase } from '#rules/import/har/recorded-url.ts';
import { type Import, importRules } from '#rules/import/import-rules.ts';
import type { LeftOut } from '#rules/import/selected-entries.ts';
import { RuleInput } from '#rules/rule.ts';
import type { OperationContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { EntryId, findExchange, redactionFor, secrets as shownSecrets } from '../requests/journal-access.ts';
import { OperationError } from '../state/errors.ts';
import { asConflict, invalidProblems, masksIn, normalizeRules } from '../state/normalize-rules.ts';
import { maskRule } from './mask-rule.ts';
import { MAX_RULES_SIZE } from './rules.ts';

/** Maximum number of requests of the journal. */
const MAX_REQUESTS = 1000;

const optional = Type.Optional;

/** What is imported, and how. */
export const ImportSource = Type.Object(
  {
    log: optional(
      Type.Object(
        { entries: Type.Array(Type.Unknown()) },
        { description: 'The member of an HTTP Archive 1.2, of which `entries` is read.' },
      ),
    ),
    requests: optional(
      Type.Array(EntryId, { maxItems: MAX_REQUESTS, description: 'The ids of requests of the journal.' }),
    ),
    base: optional(
      Type.String({
        maxLength: 2000,
        description:
          'A prefix of the URLs, or of their paths, that is removed. Without it, entries of other hosts than the first one that is imported are left out. `http` and `https` make no difference.',
      }),
    ),
    filter: optional(
      Type.Object(headMembers, {
        additionalProperties: false,
        description:
          'Only the requests that match. All members of a match but `body` are known. It is applied before all limits.',
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
  rules: Type.Array(RuleInput, {
    description: 'The rules, in the form in which they are added, with masked credentials.',
  }),
  ids: Type.Array(Type.String(), { description: 'The ids of the rules; none with `dry`.' }),
  imported: Type.Integer({ description: 'Number of entries whose responses are in the rules.' }),
  filtered: Type.Integer({ description: 'Number of entries that `filter` does not select.' }),
  left_out: Type.Array(
    Type.Object({
      entry: Type.Integer({ description: 'The number of the entry, from 0.' }),
      method: optional(Type.String({ description: 'The method, if the entry has one.' })),
      url: optional(Type.String({ description: 'The URL, if the entry has one.' })),
      reason: Type.String({ description: 'A clause about the entry.' }),
    }),
    { description: 'The other entries.' },
  ),
  notes: Type.Array(
    Type.Object({
      rule: Type.Integer({ description: 'The place of the rule in `rules`, from 0.' }),
      entry: Type.Integer({ description: 'The number of the entry, from 0.' }),
      note: Type.String({ description: 'A clause about the rule.' }),
    }),
    { description: 'What rules do in another way than the record.' },
  ),
});

export const importRecorded = operation({
  name: 'rules-import',
  summary: 'Adds rules that send the recorded responses of an HTTP Archive, or of the journal, again.',
  input: inputOf({
    source: ImportSource,
    dry: optional(Type.Enum(['true', 'false'], { description: 'With `true`, no rule is added.' })),
    secrets: shownSecrets,
  }),
  output: ImportReport,
  errors: ['conflict', 'invalid', 'notFound'],
  http: {
    route: 'POST /_sparring/rules/import',
    tag: 'Rules',
    description:
      'A rule compares the method, the path, the query and the body. The responses of equal requests are the steps of one rule, by the time of the requests. Preflights, WebSockets, CONNECT, 206, 304, and entries without a complete response are left out. Entries with masked credentials are left out, too: save the archive with `secrets=show`. Redirects to the recorded host lead to the rules. `notes` has what rules do in another way than the record, such as cookies that are left out. Nothing is fetched. With `dry=true&secrets=show`, the rules can be added.',
    success: 200,
    query: ['dry', 'secrets'],
    body: 'source',
    bounded: { description: 'What is imported.', maxSize: MAX_RULES_SIZE, isChecked: false },
    examples: [
      {
        title: 'An archive, without adding the rules',
        path: '/_sparring/rules/import?dry=true',
        body: '{"log":{"entries":[{"request":{"method":"GET","url":"https://api.example/v1/users/1"},"response":{"status":200,"headers":[{"name":"Content-Type","value":"application/json"}],"content":{"text":"{\\"id\\":1}"}}}]}}',
        status: 200,
      },
      {
        title: 'An archive without entries',
        path: '/_sparring/rules/import',
        body: '{"log":{}}',
        status: 422,
      },
      {
        title: 'A request that is not recorded',
        path: '/_sparring/rules/import',
        body: '{"requests":[999999]}',
        status: 404,
      },
    ],
  },
  async run({ source, dry, secrets: shown }, context) {
    const { rules, leftOut, notes, imported, filtered } = await importFrom(source, context);
    const added =
      dry === 'true'
        ? []
        : await asConflict(() => context.rules.add(normalizeRules(context.rules, rules), 'import'));
    const redaction = redactionFor(context, shown);
    return {
      rules: rules.map((rule) => (shown === 'show' ? rule : maskRule(rule, redaction))),
      ids: added.map(({ id }) => id),
      imported,
      filtered,
      left_out: leftOut.map((each) => maskUrl(each, redaction)),
      notes: [...notes],
    };
  },
});

function maskUrl(leftOut: LeftOut, redaction: Redaction): LeftOut {
  return leftOut.url === undefined ? leftOut : { ...leftOut, url: redaction.text(leftOut.url) };
}

/** @throws OperationError `invalid`, `notFound` */
async function importFrom(source: unknown, context: OperationContext): Promise<Import> {
  const problems = problemsOfSchema(ImportSource, source);
  if (problems.length > 0 || !matches(ImportSource, source)) throw invalidProblems(problems);
  const { log, requests, base, filter, ignore_query: ignored = [], bin, secrets } = source;
  if ((log === undefined) === (requests === undefined))
    throw invalidProblems([{ path: [], message: 'must have either log or requests' }]);
  const conditions = filter === undefined ? [] : problemsOfConditions(filter, ['filter']);
  if (conditions.length > 0) throw invalidProblems(conditions);
  if (base !== undefined && !isBase(base))
    throw invalidProblems([{ path: ['base'], message: 'must be a URL of HTTP, or a path' }]);
  const entries = log?.entries ?? (await entriesOf(requests ?? [], context));
  try {
    return await importRules(entries, {
      base,
      filter,
      ignoredQuery: new Set(ignored),
      bin,
      keepsSecrets: secrets === 'keep',
      limits: context.responseLimits,
      normalize(rule, at) {
        const masks = masksIn(rule, at ?? [], 'save the archive with secrets=show');
        if (masks.length > 0) throw new InvalidInputError(masks);
        return context.rules.normalize(rule, at);
      },
      pause: context.runtime.nextIteration,
    });
  } catch (error) {
    if (error instanceof InvalidInputError) throw invalidProblems(error.problems);
    throw error;
  }
}

/** The entries of requests of the journal. @throws OperationError `invalid` for one whose bodies are not complete. */
async function entriesOf(ids: readonly number[], context: OperationContext): Promise<unknown[]> {
  const entries: unknown[] = [];
  for (const id of ids) {
    const [entry] = toHarEntries([await findExchange(context, id)], NO_REDACTION);
    if (entry && (entry.request._keptSize ?? entry.response._keptSize) !== undefined)
      throw new OperationError(
        'invalid',
        `The journal keeps only a part of a body of the request ${id}; increase --journal-body-size.`,
      );
    entries.push(entry);
  }
  return entries;
}
