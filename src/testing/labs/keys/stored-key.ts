import { hash } from 'node:crypto';
import type { ExchangeSummary } from '#journal/recording/exchange-summary.ts';
import type { RecordDraft, RecordItem } from '#shared/shared-records.ts';
import type { KeyRecord } from './attempt-view.ts';
import { beginAttempt, createKey, endAttempt, type KeyCall, type KeyState } from './key-state.ts';
import { ATTEMPT_LIMITS } from './key-store.ts';
import type { AttemptOutcome, Decision, KeyRequest, LabLogic } from './logic.ts';

/** The state of a key in its record. The attempts are the items of the record, and their heads are others. */
export interface StoredKey extends KeyState {
  /** The numbers of attempts in progress, by ID. */
  readonly inProgress: Readonly<Record<string, number>>;
  /** The heads that are kept, oldest first: number of the first attempt, and number of characters. */
  readonly heads: readonly (readonly [number: number, size: number])[];
  /** Digest of the latest head; null without one. */
  readonly latestHead: string | null;
}

/** An attempt in its item. */
export interface StoredAttempt extends AttemptOutcome {
  readonly id: string;
  readonly time: number;
  readonly gap: number | null;
  /** Number of the first attempt with the same head. */
  readonly head: number;
  readonly exchange: ExchangeSummary;
}

/** An attempt, with its place. */
export interface PlacedAttempt {
  readonly n: number;
  /** ID of the record. */
  readonly record: string | undefined;
  readonly attempt: StoredAttempt;
}

/** The value of an item: an attempt, or the text of a head. */
export type StoredValue = StoredAttempt | string;

export interface NewAttempt extends Pick<StoredAttempt, 'id' | 'time' | 'exchange'> {
  readonly call: KeyCall;
  readonly head: string;
}

/**
 * Adds an attempt.
 * @param isFinal whether an attempt in progress can reject it
 * @returns undefined, without an effect, if one would
 * @throws HttpError as `beginAttempt`
 */
export function addAttempt(
  draft: RecordDraft,
  logic: LabLogic,
  { id, time, exchange, call, head }: NewAttempt,
  isFinal: boolean,
): (PlacedAttempt & { readonly decision: Decision }) | undefined {
  const before = draft.read<StoredKey>();
  const { after, n, gap, decision } = beginAttempt(logic, before, call, time);
  if (decision.isOccupied && !isFinal) return undefined;
  const { heads, latestHead } = addHead(draft, before ?? NO_HEADS, n, head);
  save(draft, { ...after, heads, latestHead, inProgress: { ...before?.inProgress, [id]: n } });
  const attempt = { ...decision.outcome, id, time, gap, head: heads.at(-1)?.[0] ?? n, exchange };
  draft.put({ kind: ATTEMPT, number: n, value: attempt }, true);
  draft.use();
  return { n, record: draft.id, attempt, decision };
}

/** Decides on an attempt again. That of a key which was deleted meanwhile has no effect. @throws HttpError 404 without a definition */
export function decideAgain(
  draft: RecordDraft,
  logic: LabLogic,
  { n, record, attempt }: PlacedAttempt,
  { key, request, now }: { readonly key: string; readonly request: KeyRequest; readonly now: number },
): { readonly decision: Decision; readonly attempt: StoredAttempt } {
  const stored = draft.id === record ? draft.read<StoredKey>() : undefined;
  const { lab } = stored ?? createKey(logic, { key, request });
  const decision = logic.decide(lab, request, { key, n, now });
  const { step, caller, details } = decision.outcome;
  const decided = { ...attempt, step, caller, details };
  if (stored && attempt.id in stored.inProgress) {
    save(draft, { ...stored, lab: decision.state });
    draft.put({ kind: ATTEMPT, number: n, value: decided }, true);
  }
  return { decision, attempt: decided };
}

/**
 * Ends an attempt, unless it has ended before.
 * @param end.isSaved whether it has been in the record, so that its exchange can be set after its end
 */
export function endStoredAttempt(
  draft: RecordDraft,
  logic: LabLogic,
  { n, record, attempt }: PlacedAttempt,
  { chosenStatus, isSaved }: { readonly chosenStatus: number; readonly isSaved: boolean },
): void {
  const stored = draft.id === record ? draft.read<StoredKey>() : undefined;
  if (!stored) return;
  const { [attempt.id]: number, ...inProgress } = stored.inProgress;
  const isInProgress = number !== undefined;
  if (!isInProgress && !isSaved) return;
  const { exchange } = attempt;
  const ended = isInProgress ? endAttempt(logic, stored, { n, exchange, chosenStatus }) : stored;
  draft.put({ kind: ATTEMPT, number: n, value: attempt });
  save(draft, { ...stored, ...ended, inProgress });
}

/** Removes the heads of all attempts. */
export function forgetHeads(draft: RecordDraft): void {
  const stored = draft.read<StoredKey>();
  if (!stored) return;
  draft.removeUpTo(HEAD, stored.count);
  save(draft, { ...stored, ...NO_HEADS });
}

/** The state of a key without attempts. */
export function createStoredKey(logic: LabLogic, key: string, definition: unknown): StoredKey {
  return { ...createKey(logic, { key, request: { definition } }), ...NO_HEADS, inProgress: {} };
}

/** The key of a record and its items. */
export function viewStoredKey(
  logic: LabLogic,
  key: string,
  { state, items }: { readonly state: StoredKey; readonly items: readonly RecordItem<StoredValue>[] },
  now: number,
): KeyRecord {
  const { lab, count, ended } = state;
  const heads: string[] = [];
  const indexes = new Map<number, number>();
  const attempts: KeyRecord['attempts'][number][] = [];
  for (const { number, value } of items)
    if (typeof value === 'string') indexes.set(number, heads.push(value) - 1);
  for (const { number: n, value } of items) {
    if (typeof value === 'string' || n <= count - ATTEMPT_LIMITS.attempts) continue;
    const { time, gap, step, caller, details, exchange } = value;
    attempts.push({ n, time, gap, step, caller, details, exchange, head: indexes.get(value.head) ?? null });
  }
  return { lab: logic.lab, key, view: logic.view(lab, now), count, ended, heads, attempts };
}

const ATTEMPT = 'attempt';
const HEAD = 'head';

const NO_HEADS: Pick<StoredKey, 'heads' | 'latestHead'> = { heads: [], latestHead: null };

function save(draft: RecordDraft, stored: StoredKey): void {
  draft.save(stored);
  draft.count = stored.count;
  draft.done = stored.ended;
  draft.size = sizeOf(stored.heads);
  draft.removeUpTo(ATTEMPT, stored.count - ATTEMPT_LIMITS.attempts);
}

/** Adds the head of an attempt, unless it is the latest one, and removes those beyond the limits. */
function addHead(
  draft: RecordDraft,
  { heads: before, latestHead }: Pick<StoredKey, 'heads' | 'latestHead'>,
  n: number,
  head: string,
): Pick<StoredKey, 'heads' | 'latestHead'> {
  const digest = hash('sha256', head, 'base64');
  const isNew = digest !== latestHead;
  if (isNew) draft.put({ kind: HEAD, number: n, value: head });
  const heads = isNew ? [...before, [n, head.length] as const] : [...before];
  const oldest = n - ATTEMPT_LIMITS.attempts + 1;
  while (sizeOf(heads) > ATTEMPT_LIMITS.heads || (heads[1]?.[0] ?? Infinity) <= oldest) {
    const [removed] = heads.splice(0, 1);
    if (removed) draft.removeUpTo(HEAD, removed[0]);
  }
  return { heads, latestHead: digest };
}

function sizeOf(heads: StoredKey['heads']): number {
  return heads.reduce((sum, [, size]) => sum + size, 0);
}
