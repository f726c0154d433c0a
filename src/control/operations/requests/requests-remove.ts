import { type Static, Type } from 'typebox';
import { InputError } from '#http/message/input-error.ts';
import { createFilter } from '#journal/match/filter.ts';
import { selectEntries } from '#journal/reading/select-entries.ts';
import type { Undo } from '#journal/recording/journal-store.ts';
import type { OperationContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { notFound } from '../state/errors.ts';
import {
  EntryId,
  filterParameters,
  journalOf,
  missingEntry,
  own,
  readJournal,
  scopeOf,
} from './journal-access.ts';

const undo = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 600,
    description:
      'Seconds for which the entries can be restored. They count in the limit of bytes until then.',
  }),
);

const Removed = Type.Object({
  deleted: Type.Integer({ description: 'Number of removed entries.' }),
  undo: Type.Union([Type.String(), Type.Null()], {
    description: 'The key that restores them; null without `undo`, or if no entry was removed.',
  }),
});

export const clearRequests = operation({
  name: 'requests-remove.all',
  summary: 'Removes all entries, or those that a filter selects.',
  input: inputOf({
    ...filterParameters,
    ids: Type.Optional(
      Type.String({
        pattern: '^\\d{1,16}(?:,\\d{1,16})*$',
        maxLength: 10_000,
        description: 'Only the entries with these ids, which commas separate.',
      }),
    ),
    own,
    undo,
  }),
  output: Type.Union([Removed, Type.Null()]),
  errors: ['conflict', 'unavailable'],
  http: {
    route: 'DELETE /_sparring/requests',
    tag: 'Journal',
    description:
      'With `undo`, the response is the number of removed entries and a key for `/_sparring/requests/undo/{undo}`; otherwise it is empty.',
    responses: { 204: 'The entries are removed.' },
    examples: [
      { title: 'The requests of a bin', path: '/_sparring/requests?bin=t1', status: 204 },
      {
        title: 'By a filter, to undo within a minute',
        path: '/_sparring/requests?filter=status%3A599&undo=60',
        status: 200,
      },
      { title: 'A status that is not one', path: '/_sparring/requests?status=x', status: 400 },
    ],
  },
  async run({ ids, own: ownShown, undo: seconds, ...parameters }, context) {
    const { bin, ...others } = parameters;
    if (ids !== undefined && Object.values(parameters).some((value) => value !== undefined))
      throw new InputError('ids', 'must be without a filter');
    const isPlain = ids === undefined && Object.values(others).every((value) => value === undefined);
    if (isPlain && seconds === undefined) {
      await journalOf(context).clear(bin);
      await context.rules.unmatched.clear(bin);
      return null;
    }
    const removed =
      ids === undefined
        ? await removeMatching(context, parameters, seconds, ownShown)
        : await removeEntries(context, ids.split(',').map(Number), seconds);
    if (isPlain) await context.rules.unmatched.clear(bin);
    return seconds === undefined ? null : removed;
  },
  send(exchange, removed) {
    if (removed === null) exchange.empty(204);
    else exchange.json(200, removed);
  },
});

export const removeRequest = operation({
  name: 'requests-remove.one',
  summary: 'Removes one entry.',
  input: inputOf({ id: EntryId, undo }),
  output: Type.Union([Removed, Type.Null()]),
  errors: ['notFound', 'conflict', 'unavailable'],
  http: {
    route: 'DELETE /_sparring/requests/{id}',
    tag: 'Journal',
    description: 'With `undo`, the response has a key that restores the entry; otherwise it is empty.',
    responses: { 204: 'The entry is removed.' },
    examples: [
      { title: 'A request that is not recorded', path: '/_sparring/requests/999999', status: 404 },
      { title: 'One request, to undo within a minute', path: '/_sparring/requests/1?undo=60', status: 200 },
    ],
  },
  async run({ id, undo: seconds }, context) {
    const removed = await removeEntries(context, [id], seconds);
    if (removed.deleted === 0) throw missingEntry(id);
    return seconds === undefined ? null : removed;
  },
  send(exchange, removed) {
    if (removed === null) exchange.empty(204);
    else exchange.json(200, removed);
  },
});

export const restoreRequests = operation({
  name: 'requests-remove.undo',
  summary: 'Restores removed entries, with their ids.',
  input: inputOf({ undo: Type.String({ maxLength: 64, description: 'The key of the removal.' }) }),
  output: Type.Object({ restored: Type.Integer({ description: 'Number of restored entries.' }) }),
  errors: ['notFound', 'conflict', 'unavailable'],
  http: {
    route: 'POST /_sparring/requests/undo/{undo}',
    tag: 'Journal',
    examples: [{ path: '/_sparring/requests/undo/unknown', status: 404 }],
  },
  run: async ({ undo: key }, context) => ({ restored: await restoreEntries(context, key) }),
});

/** @returns the number of restored entries. @throws OperationError `notFound` when they cannot be restored any more */
export async function restoreEntries(context: OperationContext, key: string): Promise<number> {
  const restored = await journalOf(context).restore(key);
  if (restored === 0) throw notFound('The entries cannot be restored any more.');
  return restored;
}

/**
 * Removes the entries that a filter selects.
 * @param ownShown as the parameter `own`
 * @throws InputError for an invalid filter
 */
export async function removeMatching(
  context: OperationContext,
  parameters: Parameters<typeof createFilter>[0],
  seconds: number | undefined,
  ownShown?: string,
): Promise<Static<typeof Removed>> {
  createFilter(parameters);
  const scope = scopeOf(ownShown, parameters.filter);
  const { entries } = selectEntries(await readJournal(context), { parameters, scope });
  return removeEntries(
    context,
    entries.map(({ id }) => id),
    seconds,
  );
}

/** Removes entries. @param seconds for which they can be restored */
export async function removeEntries(
  context: OperationContext,
  ids: readonly number[],
  seconds: number | undefined,
): Promise<Static<typeof Removed>> {
  const undo: Undo | undefined =
    seconds === undefined ? undefined : { key: context.runtime.uniqueId(), milliseconds: seconds * 1000 };
  const deleted = await journalOf(context).remove(ids, undo);
  return { deleted, undo: undo && deleted > 0 ? undo.key : null };
}
