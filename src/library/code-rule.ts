import { UsageError } from '#config/usage-error.ts';
import { formatPointer } from '#http/syntax/json-pointer.ts';
import type { RequestMatch } from '#journal/matching/request-match.ts';
import type { NormalizedRule } from '#rules/rule.ts';
import type { Handler, RuleCode } from '#rules/rule-code.ts';
import { readLibraryMatch, toReceivedView } from './journal/code.ts';

/** A rule without its code, and the code, which becomes a part of the rule when it has been checked. */
export interface SeparatedRule {
  readonly plain: unknown;
  /** The rule with valid values in place of code. */
  readonly checked: unknown;
  readonly code: RuleCode | undefined;
}

/** Separates the code of a rule: its handler, and the code of its match. */
export function separateCode(input: unknown): SeparatedRule {
  if (typeof input !== 'object' || input === null) return { plain: input, checked: input, code: undefined };
  const { match, respond, ...others }: { match?: unknown; respond?: unknown } = input;
  const read = readLibraryMatch(match, throwError);
  const handler = isHandler(respond) ? respond : undefined;
  if (!handler) rejectCode(respond, 'respond');
  const members = [
    ...read.paths.map((path) => `/match${formatPointer(path)}`),
    ...(handler ? ['/respond'] : []),
  ];
  const withMatch = (data: unknown) => ({
    ...others,
    ...(match !== undefined && { match: data }),
    ...(respond !== undefined && { respond: handler ? {} : respond }),
  });
  const [plain, checked] = [withMatch(read.plain), withMatch(read.checked)];
  if (members.length === 0) return { plain, checked, code: undefined };
  return {
    plain,
    checked,
    code: {
      match: isCoded(read.coded) ? read.coded : undefined,
      handler: handler && ((request, use) => handler(toReceivedView(request), use)),
      members,
    },
  };
}

export function withCode(rule: NormalizedRule, code: RuleCode | undefined): NormalizedRule {
  return code ? { ...rule, code } : rule;
}

/** A deeper object may have no end, and is not JSON. */
const MAX_DEPTH = 100;

/** What a response as data cannot have: JSON would omit it, or send the members of a matcher. @throws UsageError */
function rejectCode(value: unknown, name: string, depth = 0): void {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    throw new UsageError(
      `${name} is a ${typeof value}, which is not JSON; the response can be a function as a whole.`,
    );
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  if (typeof Reflect.get(value, 'asymmetricMatch') === 'function')
    throw new UsageError(`${name} is a matcher of a test runner, which only a match can have.`);
  if (typeof Reflect.get(value, 'toJSON') === 'function') return;
  for (const [member, inner] of Object.entries(value)) rejectCode(inner, `${name}.${member}`, depth + 1);
}

/** Requests of the rule get 500. */
function throwError(error: unknown): never {
  throw error;
}

function isHandler(
  value: unknown,
): value is (request: ReturnType<typeof toReceivedView>, use: Parameters<Handler>[1]) => unknown {
  return typeof value === 'function';
}

/** The schema has accepted the match without its code, which can be in place of any condition for a text, JSON or a request. */
function isCoded(match: unknown): match is RequestMatch {
  return match !== undefined;
}
