import { type Static, Type } from 'typebox';
import { BIN_NAME } from '#bins/bin-name.ts';
import { type BinCount, countBins, NO_RECENT, RECENT_MINUTES } from '#journal/reading/count-bins.ts';
import { LastRequest } from '#journal/views/list-schema.ts';
import { type NormalizedRule, RuleInput } from '#rules/rule.ts';
import type { OperationContext } from '../declaration/context.ts';
import { inputOf, NO_INPUT, operation } from '../declaration/operation.ts';
import { secrets } from '../requests/journal-access.ts';
import { maskRule } from '../rules/mask-rule.ts';
import type { BinDescription, RegisteredBin } from '../state/bin-registry.ts';
import { notFound } from '../state/errors.ts';
import { asConflict } from '../state/normalize-rules.ts';
import { BIN_RESPONSE, buildDefaultRule, type DefaultResponse, readDefaultResponse } from './bin-response.ts';

const key = Type.String({
  pattern: BIN_NAME.source,
  description: '1 to 64 letters, digits, dots, underscores, tildes and hyphens.',
});

const { respond } = RuleInput.properties;

const OrNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Optional(Type.Union([schema, Type.Null()], { description }));

const members = {
  name: OrNull(Type.String({ maxLength: 100 }), 'A title for people, up to 100 characters.'),
  note: OrNull(Type.String({ maxLength: 1000 }), 'A text for people, up to 1,000 characters.'),
  response: OrNull(
    respond,
    'The default response, as `respond` of a rule: a response of the directives of `/compose`, or a list of them.',
  ),
  every_path: Type.Optional(
    Type.Boolean({
      description:
        'Whether the default response is that of all paths of the bin, which is the default beside `response`; otherwise, that of its root. With `true` and without `response`, the response is 200 with the text ok.',
    }),
  ),
};

type BinInput = Partial<Static<ReturnType<typeof Type.Object<typeof members>>>>;

export const BinView = Type.Object({
  key: Type.String(),
  name: Type.Union([Type.String(), Type.Null()]),
  note: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.Union([Type.String(), Type.Null()], {
    description: 'When the bin was made; null for one that only its requests have made.',
  }),
  entries: Type.Integer({ description: 'Number of its requests in the journal.' }),
  first_at: Type.Union([Type.String(), Type.Null()], { description: 'Time of the first of these requests.' }),
  last_at: Type.Union([Type.String(), Type.Null()], { description: 'Time of the last of these requests.' }),
  last: Type.Union([LastRequest, Type.Null()], {
    description: 'The last of these requests, with the members of `GET /_sparring/requests/summaries`.',
  }),
  recent: Type.Array(Type.Integer(), {
    minItems: RECENT_MINUTES,
    maxItems: RECENT_MINUTES,
    description: `Numbers of these requests in the last ${RECENT_MINUTES} minutes of the clock, one for each minute, the current minute at the end.`,
  }),
  response: Type.Unsafe<NonNullable<RuleInput['respond']> | null>(
    Type.Unknown({
      description: `The default response, which is the rule \`${BIN_RESPONSE}\` of the bin; null without one.`,
    }),
  ),
  every_path: Type.Boolean({ description: 'Whether requests to all paths get the default response.' }),
});

export type BinView = Static<typeof BinView>;

export const listAllBins = operation({
  name: 'bins.list',
  summary: 'Lists the bins that were made, and those of the requests in the journal.',
  input: NO_INPUT,
  output: Type.Object({ bins: Type.Array(BinView) }),
  errors: ['unavailable'],
  http: {
    route: 'GET /_sparring/bins',
    tag: 'Bins',
    description: 'The latest used bins are first.',
    examples: [{ path: '/_sparring/bins', status: 200 }],
  },
  run: async (_input, context) => ({ bins: await readBins(context) }),
});

export const readBin = operation({
  name: 'bins.read',
  summary: 'Returns a bin, with its default response and the number of its requests.',
  input: inputOf({ key, secrets }),
  output: BinView,
  errors: ['notFound', 'unavailable'],
  http: {
    route: 'GET /_sparring/bins/{key}',
    tag: 'Bins',
    examples: [
      { title: 'A bin', path: '/_sparring/bins/one', status: 200 },
      { title: 'A bin that does not exist', path: '/_sparring/bins/unknown', status: 404 },
    ],
  },
  run: ({ key, secrets: shown }, context) => findBin(context, key, shown === 'show'),
});

export const putBin = operation({
  name: 'bins.put',
  summary: 'Makes a bin, or replaces its name, its note and its default response.',
  input: inputOf({ key, ...members }),
  output: BinView,
  errors: ['conflict', 'invalid', 'unavailable'],
  http: {
    route: 'PUT /_sparring/bins/{key}',
    tag: 'Bins',
    description:
      'The requests and the other rules of the bin stay. Members that are not given are removed. Other rules of the bin come before its default response.',
    examples: [
      {
        title: 'A name and a default response',
        path: '/_sparring/bins/one',
        body: '{"name":"Webhooks","response":{"status":503,"headers":{"Retry-After":"1"}}}',
        status: 200,
      },
      {
        title: 'A status that is not one',
        path: '/_sparring/bins/one',
        body: '{"response":{"status":9999}}',
        status: 422,
      },
    ],
  },
  run: ({ key, ...given }, context) =>
    changeBin(context, key, {
      name: given.name ?? null,
      note: given.note ?? null,
      response: given.response ?? null,
      ...(given.every_path !== undefined && { every_path: given.every_path }),
    }),
});

export const changeBinMembers = operation({
  name: 'bins.change',
  summary: 'Changes some members of a bin.',
  input: inputOf({ key, ...members }),
  output: BinView,
  errors: ['conflict', 'invalid', 'notFound', 'unavailable'],
  http: {
    route: 'PATCH /_sparring/bins/{key}',
    tag: 'Bins',
    description: 'Members that are null are removed.',
    examples: [
      {
        title: 'Change the note',
        path: '/_sparring/bins/one',
        body: '{"note":"Of the release"}',
        status: 200,
      },
      {
        title: 'A bin that does not exist',
        path: '/_sparring/bins/unknown',
        body: '{"note":null}',
        status: 404,
      },
    ],
  },
  async run({ key, ...given }, context) {
    await findBin(context, key);
    return changeBin(context, key, given);
  },
});

export const deleteBin = operation({
  name: 'bins.delete',
  summary: 'Deletes a bin with its requests and its rules.',
  input: inputOf({ key }),
  errors: ['notFound', 'unavailable'],
  http: {
    route: 'DELETE /_sparring/bins/{key}',
    tag: 'Bins',
    description: 'Later requests make the bin again.',
    success: 'The bin is deleted.',
    examples: [
      { title: 'A bin', path: '/_sparring/bins/one', status: 204 },
      { title: 'A bin that does not exist', path: '/_sparring/bins/unknown', status: 404 },
    ],
  },
  async run({ key }, context) {
    await findBin(context, key);
    await removeBin(context, key);
  },
});

/** Makes a bin with a new key, all of whose paths respond with 200. @throws OperationError `conflict` */
export async function createBin(context: OperationContext): Promise<BinView> {
  const { key } = await context.bins.create();
  return changeBin(context, key, { every_path: true });
}

/** Deletes a bin, its requests and its rules. */
export async function removeBin({ bins, journal, rules }: OperationContext, key: string): Promise<void> {
  await journal?.clear(key);
  await rules.clear(key);
  await bins.remove(key);
}

/** All bins, the latest used first. */
export async function readBins(context: OperationContext): Promise<BinView[]> {
  const counts = await countAll(context);
  const { bins } = context;
  const keys = new Set([...bins.list().map((bin) => bin.key), ...counts.keys()]);
  const views = [...keys].map((key) =>
    buildView(key, bins.find(key), counts.get(key), responseOf(context, key)),
  );
  const lastUse = ({ last_at, created_at }: BinView) => last_at ?? created_at ?? '';
  // In the same millisecond, a bin with requests was used after the other one was made.
  return views.sort(
    (one, other) => lastUse(other).localeCompare(lastUse(one)) || other.entries - one.entries,
  );
}

/**
 * A bin that was made, or that has requests or a default response.
 * @throws OperationError `notFound`
 */
export async function findBin(
  context: OperationContext,
  key: string,
  showsSecrets = false,
): Promise<BinView> {
  const registered = context.bins.find(key);
  const count = (await countAll(context)).get(key);
  const response = responseOf(context, key, showsSecrets);
  if (!registered && !count && !response)
    throw notFound(`There is no bin ${key}: it was deleted, or it has not been made or used yet.`);
  return buildView(key, registered, count, response);
}

/** The default response with masked credentials, unless they are asked for. */
function responseOf({ rules, redaction }: OperationContext, key: string, showsSecrets = false) {
  const rule = rules.find(key, BIN_RESPONSE);
  return readDefaultResponse(rule && (showsSecrets ? rule : maskRule(rule, redaction)));
}

/** Changes the given members. Nothing changes if the response is not valid. @throws OperationError `invalid`, `conflict` */
export async function changeBin(
  context: OperationContext,
  key: string,
  { name, note, response, every_path }: BinInput,
): Promise<BinView> {
  const { bins, rules } = context;
  const changesResponse = response !== undefined || every_path !== undefined;
  const changeRule = (current: NormalizedRule | undefined): NormalizedRule | undefined => {
    const previous = current && { match: current.match, respond: current.effects.respond };
    const changed = merge(readDefaultResponse(previous), response, every_path);
    return changed && buildDefaultRule(rules, key, changed);
  };
  // Before the bin changes, so that an invalid response changes nothing.
  if (changesResponse) changeRule(undefined);
  const description: BinDescription = {
    ...(name !== undefined && { name }),
    ...(note !== undefined && { note }),
  };
  const registered = await bins.put(key, description);
  const rule = changesResponse
    ? await asConflict(() => rules.put(key, BIN_RESPONSE, changeRule, 'api'))
    : rules.find(key, BIN_RESPONSE);
  const shown = rule && readDefaultResponse(maskRule(rule, context.redaction));
  return buildView(key, registered, (await countAll(context)).get(key), shown);
}

/** The default response after a change; undefined for none. */
function merge(
  current: DefaultResponse | undefined,
  response: BinInput['response'],
  everyPath: boolean | undefined,
): DefaultResponse | undefined {
  if (response === null) return everyPath ? { response: OK, every_path: true } : undefined;
  if (response !== undefined) return { response, every_path: everyPath ?? true };
  if (current) return { ...current, every_path: everyPath ?? current.every_path };
  return everyPath ? { response: OK, every_path: true } : undefined;
}

/** The response of a bin whose user has chosen none. */
const OK = { body: 'ok' } as const;

async function countAll({
  journal,
  runtime,
}: Pick<OperationContext, 'journal' | 'runtime'>): Promise<ReadonlyMap<string, BinCount>> {
  if (!journal) return new Map();
  const bins = countBins(await journal.read(), runtime.machineNow());
  return new Map(bins.map((bin) => [bin.name, bin]));
}

function buildView(
  key: string,
  registered: RegisteredBin | undefined,
  count: BinCount | undefined,
  response: DefaultResponse | undefined,
): BinView {
  return {
    key,
    name: registered?.name ?? null,
    note: registered?.note ?? null,
    created_at: formatOptionalTime(registered?.createdAt),
    entries: count?.entries ?? 0,
    first_at: formatOptionalTime(count?.firstAt),
    last_at: formatOptionalTime(count?.lastAt),
    last: count?.last ?? null,
    recent: [...(count?.recent ?? NO_RECENT)],
    response: response?.response ?? null,
    every_path: response?.every_path ?? false,
  };
}

function formatOptionalTime(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}
