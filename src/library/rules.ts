import { Type } from 'typebox';
import { checkAgainst, formatMemberName } from '#config/check.ts';
import { UsageError } from '#config/usage-error.ts';
import { userPlace } from '#config/user-frames.ts';
import type { OperationContext } from '#control/operations/declaration/context.ts';
import { explainRequest } from '#control/operations/rules/rules-explain.ts';
import { exportRules } from '#control/operations/rules/rules-export.ts';
import { importRecorded } from '#control/operations/rules/rules-import.ts';
import { verify } from '#control/operations/rules/rules-verify.ts';
import { normalizeRules } from '#control/operations/state/normalize-rules.ts';
import { RuleChange } from '#rules/rule.ts';
import { RuleConflictError } from '#rules/rule-state.ts';
import type {
  ActiveRuleView,
  RuleChange as RuleChangeData,
  Rules,
  RuleVerification,
  RuleWithCode,
} from '../../types/index.ts';
import type { OperationCaller } from './checks/caller.ts';
import { checkArgument } from './checks/check-argument.ts';
import { VerificationError } from './checks/verification-error.ts';
import { separateCode, withCode } from './code-rule.ts';
import { HiddenRules } from './hidden-rules.ts';

/** The rules, with the operations of stubs. */
export interface LibraryRules extends Rules {
  /** @param source the place of the code that adds the rule. */
  addFrom(rule: object, source: string): ActiveRuleView;
  /** Replaces a rule in its place; its count starts anew. False when there is no rule with this ID. */
  replace(id: string, bin: string | undefined, rule: object): boolean;
  /** The rule of a scope; undefined for an unknown ID. */
  find(id: string, bin: string | undefined): ActiveRuleView | undefined;
}

/**
 * The rules of a server in this process. Every change is made before its call returns: a rule whose promise were not
 * awaited would miss requests.
 */
export function createLibraryRules(context: OperationContext, caller: OperationCaller): LibraryRules {
  const { rules } = context;
  const normalizeAll = (input: unknown) => {
    const separated = (Array.isArray(input) ? input : [input]).map(separateCode);
    const chooseResult = (all: readonly unknown[]) => (Array.isArray(input) ? all : all[0]);
    if (separated.some(({ code }) => code))
      normalizeRules(rules, chooseResult(separated.map(({ checked }) => checked)));
    return normalizeRules(rules, chooseResult(separated.map(({ plain }) => plain))).map((rule, index) =>
      withCode(rule, separated[index]?.code),
    );
  };
  const hiddenRules = new HiddenRules();
  const addAll = (input: unknown, source: string) => {
    const added = caller.use(() => runWithUsageErrors(() => rules.addNow(normalizeAll(input), source)));
    for (const rule of added) hiddenRules.warn(rule, (id) => rules.find(rule.bin ?? null, id));
    return added;
  };

  function add(rule: RuleWithCode): ActiveRuleView;
  function add(input: readonly RuleWithCode[]): ActiveRuleView[];
  function add(input: RuleWithCode | readonly RuleWithCode[]): ActiveRuleView | ActiveRuleView[] {
    const added = addAll(input, userPlace(add));
    const [first] = added;
    return Array.isArray(input) || !first ? added : first;
  }

  const find = (id: string, bin: string | undefined) => caller.use(() => rules.find(bin ?? null, id));

  function verifyRules(options: RuleVerification = {}): void {
    const { text } = caller.use(() =>
      verify(context, checkArgument(Verification, options, 'verify'), context.localJournal),
    );
    if (text !== undefined) throw new VerificationError(text);
  }

  function change(id: string, input: RuleChangeData, bin?: string): ActiveRuleView {
    const checked = checkAgainst(RuleChange, input, (path) => formatMemberName(path) || 'The change');
    if (!find(id, bin))
      throw new UsageError(`There is no rule ${id}${bin === undefined ? '' : ` of the bin ${bin}`}.`);
    void rules.change(bin ?? null, id, checked);
    const changed = find(id, bin);
    if (!changed) throw new Error('A rule was removed while it was changed');
    return changed;
  }

  return {
    add,
    addFrom(rule, source) {
      const [added] = addAll(rule, source);
      if (!added) throw new Error('One rule has one view');
      return added;
    },
    replace(id, bin, rule) {
      const [normalized] = caller.use(() => normalizeAll({ ...rule, id: undefined }));
      const isKnown = normalized !== undefined && find(id, bin) !== undefined;
      if (isKnown) void rules.put(bin ?? null, id, () => normalized, 'library');
      return isKnown;
    },
    find,
    errors: () =>
      caller
        .use(() => rules.errors())
        .map(({ bin, ...error }) => ({ ...error, ...(bin !== null && { bin }) })),
    list: () => caller.use(() => rules.list()),
    change,
    remove(id, bin) {
      const isKnown = find(id, bin) !== undefined;
      if (isKnown) void rules.remove(bin ?? null, id);
      return isKnown;
    },
    clear: (bin) => void caller.use(() => rules.clear(bin)),
    import: (source, { dry = false, secrets } = {}) =>
      caller.call(importRecorded, {
        source,
        ...(dry && { dry: 'true' }),
        ...(secrets !== undefined && { secrets }),
      }),
    export: (options = {}) => caller.now(exportRules, options),
    explain: (request) => caller.call(explainRequest, request),
    verify: verifyRules,
  };
}

const Verification = Type.Object(
  {
    bin: Type.Optional(Type.String({ expects: 'the key of a bin, or an empty text' })),
    unmatched: Type.Optional(Type.Boolean({ expects: 'true or false' })),
    unused: Type.Optional(Type.Enum(['required', 'added'], { expects: 'required or added' })),
  },
  { additionalProperties: false },
);

function runWithUsageErrors<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw error instanceof RuleConflictError ? new UsageError(error.message) : error;
  }
}
