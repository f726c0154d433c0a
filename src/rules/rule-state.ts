import type { NormalizedRule, RuleChange, StoredRule } from './rule.ts';

/** The state of all rules, as JSON. */
export interface RuleState {
  /** The latest ID, serial number and age. None is used twice. */
  readonly latestId: number;
  readonly latestSerial: number;
  readonly latestAge: number;
  /** Number of restored snapshots. Each begins new counters. */
  readonly generation: number;
  readonly rules: readonly StoredRule[];
}

export const EMPTY_STATE: RuleState = {
  latestId: 0,
  latestSerial: 0,
  latestAge: 0,
  generation: 0,
  rules: [],
};

/** Maximum number of rules of a server. */
export const MAX_RULES = 1000;
/** Maximum number of characters of all rules as JSON. */
const MAX_SIZE = 64 * 1024 * 1024;
/** Maximum number of rules of a bin. */
export const MAX_RULES_OF_BIN = 200;

/** The rules cannot be added to those that exist. */
export class RuleConflictError extends Error {
  override name = 'RuleConflictError';
}

/** A state, and the serial numbers of the rules that a change has added or replaced. */
export interface Changed {
  readonly state: RuleState;
  readonly serials: readonly number[];
}

export interface Addition {
  readonly source: string;
  /** By the machine's clock. */
  readonly now: number;
  /** Whether a rule can be replaced when there is no room. */
  isUsed(rule: StoredRule): boolean;
}

/** Adds rules, all or none. @throws RuleConflictError */
export function addRules(state: RuleState, rules: readonly NormalizedRule[], addition: Addition): Changed {
  let current: RuleState = { ...state, latestAge: state.latestAge + 1 };
  const serials: number[] = [];
  for (const [place, rule] of rules.entries()) {
    if (rule.chosenId !== null && findRule(current, rule.bin, rule.chosenId)) throw existing(rule);
    current = withRoom(current, rule.bin, addition);
    const stored = buildStoredRule(current, rule, addition, { age: current.latestAge, place });
    current = {
      ...current,
      latestId: rule.chosenId === null ? current.latestId + 1 : current.latestId,
      latestSerial: stored.serial,
      rules: [...current.rules, stored],
    };
    serials.push(stored.serial);
  }
  checkSize(current);
  return { state: current, serials };
}

/**
 * Replaces rules with the same IDs in their places, and adds the others, all or none. Their counts start anew.
 * @throws RuleConflictError
 */
export function putRules(state: RuleState, rules: readonly NormalizedRule[], addition: Addition): Changed {
  let current = state;
  const replaced = new Set<number>();
  const added: NormalizedRule[] = [];
  for (const rule of rules) {
    const known = rule.chosenId === null ? undefined : findRule(current, rule.bin, rule.chosenId);
    if (!known) {
      added.push(rule);
      continue;
    }
    if (replaced.has(known.serial)) throw existing(rule);
    const stored = buildStoredRule(current, rule, addition, known);
    replaced.add(stored.serial);
    const others = current.rules.map((each) => (each === known ? stored : each));
    current = { ...current, latestSerial: stored.serial, rules: others };
  }
  const { state: changed, serials } = addRules(current, added, addition);
  return { state: changed, serials: [...replaced, ...serials] };
}

/** Changes members of a rule, which keeps its count. Undefined for an unknown ID. */
export function changeRule(
  state: RuleState,
  bin: string | null,
  id: string,
  change: RuleChange,
): Changed | undefined {
  const known = findRule(state, bin, id);
  if (!known) return undefined;
  const input = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const changed: StoredRule = {
    ...known,
    revision: known.revision + 1,
    rule: { ...known.rule, ...input },
  };
  return {
    state: { ...state, rules: state.rules.map((each) => (each === known ? changed : each)) },
    serials: [known.serial],
  };
}

export function removeRules(state: RuleState, isRemoved: (rule: StoredRule) => boolean): RuleState {
  return { ...state, rules: state.rules.filter((rule) => !isRemoved(rule)) };
}

/** The state with the rules of the start in place of all others. */
export function initialState(state: RuleState, rules: readonly NormalizedRule[], now: number): RuleState {
  return addRules({ ...state, rules: [] }, rules, { source: 'seed', now, isUsed: () => false }).state;
}

/** The state with the rules of a snapshot. Their counters begin anew, at the counts of the snapshot. */
export function restoreRules(state: RuleState, rules: readonly StoredRule[]): RuleState {
  return { ...state, generation: state.generation + 1, rules };
}

export function findRule({ rules }: RuleState, bin: string | null, id: string): StoredRule | undefined {
  return rules.find((each) => each.id === id && each.rule.bin === bin);
}

/** @throws RuleConflictError without a rule that can be replaced. */
function withRoom(state: RuleState, bin: string | null, { isUsed }: Addition): RuleState {
  const ofBin = state.rules.filter(({ rule }) => rule.bin === bin);
  const isBinFull = bin !== null && ofBin.length >= MAX_RULES_OF_BIN;
  if (!isBinFull && state.rules.length < MAX_RULES) return state;
  const replaced = (isBinFull ? ofBin : state.rules).find(isUsed);
  if (replaced) return removeRules(state, (rule) => rule === replaced);
  throw new RuleConflictError(
    isBinFull
      ? `The bin ${bin} has ${MAX_RULES_OF_BIN} rules, the maximum; remove rules first.`
      : `The server has ${MAX_RULES} rules, the maximum; remove rules first.`,
  );
}

/** @throws RuleConflictError */
function checkSize({ rules }: RuleState): void {
  const size = rules.reduce((sum, { rule }) => sum + rule.size, 0);
  if (size > MAX_SIZE)
    throw new RuleConflictError(
      `The rules have ${size} characters of JSON; the maximum is ${MAX_SIZE}. Remove rules first.`,
    );
}

function buildStoredRule(
  { latestId, latestSerial }: RuleState,
  rule: NormalizedRule,
  { source, now }: Addition,
  { age, place }: Pick<StoredRule, 'age' | 'place'>,
): StoredRule {
  return {
    id: rule.chosenId ?? String(latestId + 1),
    serial: latestSerial + 1,
    revision: 0,
    age,
    place,
    source,
    expiresAt: rule.ttl === null ? null : now + rule.ttl,
    rule,
    applied: 0,
  };
}

function existing({ chosenId, bin }: NormalizedRule): RuleConflictError {
  return new RuleConflictError(`A rule with the id ${chosenId} exists in ${describeScope(bin)}.`);
}

function describeScope(bin: string | null): string {
  return bin === null ? 'the rules of the server' : `the bin ${bin}`;
}
