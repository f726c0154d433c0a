import { InvalidInputError } from '#http/message/input-problem.ts';
import type { Limits } from '#testing/responses/composition/compose-plan.ts';
import type { Normalize } from '../normalize.ts';
import type { RuleInput } from '../rule.ts';
import { MAX_RULES } from '../rule-state.ts';
import { buildMatch } from './imported-match.ts';
import { buildImportedResponse } from './imported-response.ts';
import { ImportedRule, MAX_STEPS } from './imported-rule.ts';
import { OwnUrls } from './own-urls.ts';
import {
  EntrySelection,
  type LeftOut,
  type SelectedEntry,
  type SelectionOptions,
} from './selected-entries.ts';

export interface ImportOptions extends SelectionOptions {
  /** Names of parameters of the query that no rule compares. */
  readonly ignoredQuery: ReadonlySet<string>;
  /** The bin of the rules. */
  readonly bin?: string | undefined;
  /** Whether cookies of responses are kept. */
  readonly keepsSecrets: boolean;
  readonly limits: Limits;
  readonly normalize: Normalize;
  /** Lets other work of the process continue. */
  pause(): Promise<void>;
}

/** What a rule does in another way than the record. */
export interface Note {
  /** The place of the rule in the list, from 0. */
  readonly rule: number;
  /** The number of the entry, from 0. */
  readonly entry: number;
  /** A clause about the rule. */
  readonly note: string;
}

export interface Import {
  readonly rules: readonly RuleInput[];
  readonly notes: readonly Note[];
  readonly leftOut: readonly LeftOut[];
  /** Number of entries that became rules, and of those that the filter does not select. */
  readonly imported: number;
  readonly filtered: number;
}

/** Entries between pauses. */
const BATCH_SIZE = 100;

/**
 * The rules of the entries of an HTTP Archive. The responses of equal requests are the steps of one rule.
 * @throws InvalidInputError for more rules than a server has.
 */
export async function importRules(entries: readonly unknown[], options: ImportOptions): Promise<Import> {
  const selection = new EntrySelection(options);
  for (const [index, input] of entries.entries()) {
    if (index % BATCH_SIZE === BATCH_SIZE - 1) await options.pause();
    selection.add(index, input);
  }
  const selected = selection.inOrder();
  const hosts = new Set(selected.map(({ request }) => request.url.host));
  const rules = new Map<string, ImportedRule>();
  let origin: { readonly text: string; readonly host: string } | undefined;
  let imported = 0;
  for (const [place, entry] of selected.entries()) {
    if (place % BATCH_SIZE === BATCH_SIZE - 1) await options.pause();
    const { url } = entry.request;
    if (options.base === undefined && origin !== undefined && origin.host !== url.host) {
      selection.leaveOut(entry, `has another origin than ${origin.text}`);
      continue;
    }
    const own = new OwnUrls(options.base === undefined ? new Set([url.host]) : hosts, options.base);
    const problem = addEntry(rules, entry, own, options);
    if (problem !== undefined) {
      selection.leaveOut(entry, problem);
      continue;
    }
    if (rules.size > MAX_RULES)
      throw new InvalidInputError([
        { path: [], message: `makes more than ${MAX_RULES} rules; select requests with filter or base` },
      ]);
    origin ??= { text: url.origin, host: url.host };
    imported++;
  }
  const ordered = inOrderOfUse([...rules.values()]);
  return {
    rules: ordered.map((rule) => rule.toInput()),
    notes: ordered.flatMap(({ notes }, rule) => notes.map((note) => ({ rule, ...note }))),
    leftOut: selection.leftOut.toSorted((one, other) => one.entry - other.entry),
    imported,
    filtered: selection.filtered,
  };
}

/** Adds the response to the rule of its request. @returns why it cannot be added. */
function addEntry(
  rules: Map<string, ImportedRule>,
  entry: SelectedEntry,
  own: OwnUrls,
  options: ImportOptions,
): string | undefined {
  const { match, note } = buildMatch(entry.request, entry.path, options);
  const response = buildImportedResponse(entry, entry.path, { ...options, own });
  const base: RuleInput = { match, ...(options.bin !== undefined && { bin: options.bin }) };
  const key = JSON.stringify(match);
  const known = rules.get(key) ?? new ImportedRule(base);
  const text = JSON.stringify(response.form);
  if (known.repeats(text)) known.repeat();
  else {
    const problem = known.isFull
      ? `has one of more than ${MAX_STEPS} different responses to equal requests`
      : problemOfRule({ ...base, respond: response.form }, options.normalize);
    if (problem !== undefined) return problem;
    known.add(response.form, text);
  }
  for (const each of [...(note === undefined ? [] : [note]), ...response.notes])
    known.notes.push({ entry: entry.index, note: each });
  rules.set(key, known);
  return undefined;
}

/** Why a rule cannot be added; undefined for one that can. */
function problemOfRule(rule: RuleInput, normalize: Normalize): string | undefined {
  try {
    normalize(rule);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return `makes an invalid rule: ${error.message.replace(/\.$/, '')}`;
  }
}

/** The rules with those together that can have the same requests; of these, the more specific ones come first. */
function inOrderOfUse(rules: readonly ImportedRule[]): ImportedRule[] {
  return [...Map.groupBy(rules, ({ place }) => place).values()].flatMap((group) =>
    group.toSorted((one, other) => other.weight - one.weight),
  );
}
