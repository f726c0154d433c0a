import type { Exchange } from '#http/message/exchange.ts';
import { InputError } from '#http/message/input-error.ts';
import { createFilter } from '#journal/match/filter.ts';
import { summarizeEntries } from '#journal/reading/summarize-entries.ts';
import type { PageAccess } from '../../context/access.ts';
import type { ControlContext } from '../../context/context.ts';
import type { OperationContext } from '../../operations/declaration/context.ts';
import { findEntry, readJournal, scopeOf, viewEntry } from '../../operations/requests/journal-access.ts';
import { compareEntries } from '../../operations/requests/requests-diff.ts';
import { OperationError } from '../../operations/state/errors.ts';
import type { InspectorContent } from './inspector-page.ts';

/** What the address of the page names. */
export interface Selected {
  readonly bin?: string | undefined;
  readonly filter: string;
  /** An entry, or two that the page compares. */
  readonly ids?: readonly number[];
  readonly run?: string | undefined;
  readonly undo?: string | undefined;
}

/** Reads what the inspector shows. Without access to the entries, the page has none, and its script asks for the control token. */
export async function readInspector(
  exchange: Exchange,
  service: ControlContext,
  caller: PageAccess,
  selected: Selected,
): Promise<InspectorContent> {
  const found = caller === 'shell' ? {} : await readContent(service, selected);
  return {
    ...found,
    bin: selected.bin,
    filter: selected.filter,
    undo: selected.undo,
    token: caller === 'token' ? await service.pages.token() : undefined,
    origin: service.mainPort.originFor(exchange),
  };
}

/** They fill a window of 720 pixels. The script loads further entries. */
const MAX_ENTRIES = 20;

async function readContent(
  { operations }: ControlContext,
  selected: Selected,
): Promise<Pick<InspectorContent, 'list' | 'problem' | 'span' | 'isOff'> & SelectedContent> {
  const { bin, filter } = selected;
  if (!operations.journal) return { isOff: true };
  try {
    createFilter({ filter });
    const journal = await readJournal(operations);
    const input = { parameters: { bin, filter }, scope: scopeOf(undefined, filter), limit: MAX_ENTRIES };
    const summaries = summarizeEntries(journal, input, operations.redaction);
    const list = {
      ...summaries,
      dropped: journal.dropped,
      run: operations.run,
      ...operations.readStarts(),
    };
    return { list, ...(await readSelected(operations, selected)) };
  } catch (error) {
    if (error instanceof InputError) return { problem: error.message, span: error.span };
    if (error instanceof OperationError) return { problem: error.message };
    throw error;
  }
}

type SelectedContent = Pick<InspectorContent, 'entry' | 'comparison' | 'problem'>;

async function readSelected(
  operations: OperationContext,
  { ids: [one, other] = [], run }: Selected,
): Promise<SelectedContent> {
  if (one === undefined) return {};
  if (run !== undefined && run !== operations.run)
    return { problem: 'This link is of an earlier start of the server.' };
  try {
    const entry = viewEntry(operations, await findEntry(operations, other ?? one));
    if (other === undefined) return { entry };
    const { differences } = await compareEntries(operations, one, other);
    return { entry, comparison: { one, other, differences } };
  } catch (error) {
    if (error instanceof OperationError) return { problem: error.message };
    throw error;
  }
}
