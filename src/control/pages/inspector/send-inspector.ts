import type { Exchange } from '#http/message/exchange.ts';
import { InputError } from '#http/message/input-error.ts';
import { createFilter } from '#journal/match/filter.ts';
import { summarizeEntries } from '#journal/reading/summarize-entries.ts';
import { describeNode } from '#shared/node.ts';
import type { PageAccess } from '../../context/access.ts';
import type { ControlContext } from '../../context/context.ts';
import type { OperationContext } from '../../operations/declaration/context.ts';
import { journalOf, missingEntry, scopeOf } from '../../operations/requests/journal-access.ts';
import { compareEntries } from '../../operations/requests/requests-diff.ts';
import { OperationError } from '../../operations/state/errors.ts';
import { sendControlPage } from '../control-page.ts';
import { type InspectorContent, inspectorPage } from './inspector-page.ts';

/** What the address of the page names. */
interface Selected {
  readonly filter: string;
  /** An entry, or two that the page compares. */
  readonly ids?: readonly number[];
  readonly run?: string | undefined;
  readonly undo?: string | undefined;
}

/** Sends the inspector. Without access to the entries, the page has none, and its script asks for the control token. */
export async function sendInspector(
  exchange: Exchange,
  service: ControlContext,
  caller: PageAccess,
  selected: Selected,
): Promise<void> {
  const { operations } = service;
  const found = caller === 'shell' ? {} : await readContent(service, selected);
  const page = inspectorPage({
    ...found,
    filter: selected.filter,
    undo: selected.undo,
    token: caller === 'token' ? await service.pages.token() : undefined,
    origin: service.mainPort.originFor(exchange),
    node: caller === 'shell' ? [] : describeNode(operations.findNode()),
  });
  await sendControlPage(exchange, service, caller, page);
}

/** More would make the page too large. The script loads further entries. */
const MAX_ENTRIES = 100;

async function readContent(
  { operations }: ControlContext,
  selected: Selected,
): Promise<Pick<InspectorContent, 'list' | 'problem' | 'span' | 'isOff'> & SelectedContent> {
  const { filter } = selected;
  if (!operations.journal) return { isOff: true };
  try {
    createFilter({ filter });
    const journal = journalOf(operations);
    const input = { parameters: { filter }, scope: scopeOf(undefined, filter), limit: MAX_ENTRIES };
    const { value, dropped, lost } = await journal.run(summarizeEntries, input);
    const list = { ...value, dropped, lost, run: operations.run, ...operations.readStarts() };
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
    if (other !== undefined) {
      const { differences } = await compareEntries(operations, one, other);
      return { comparison: { one, other, differences } };
    }
    const entry = (await journalOf(operations).views([one], false)).get(one);
    return entry ? { entry } : { problem: missingEntry(one).message };
  } catch (error) {
    if (error instanceof OperationError) return { problem: error.message };
    throw error;
  }
}
