import { type Static, Type } from 'typebox';
import { createInputError } from '#http/message/input-error.ts';
import { findMainViolation, matches } from '#http/message/validation.ts';
import { Code } from '../matching/code.ts';
import { type CompiledMatch, compile } from '../matching/compiled-match.ts';
import { type Condition, plainCondition } from '../matching/condition.ts';
import {
  headConditions,
  listOf,
  optional,
  requestConditions,
  textCondition,
} from '../matching/request-conditions.ts';
import {
  checkConditions,
  MEMBERS_DESCRIPTION,
  type RequestMatch,
  requestMembers,
} from '../matching/request-match.ts';
import { TextCondition } from '../matching/text-condition.ts';
import type { AppliedRule, RecordedExchange, RequestLine } from '../recording/record.ts';
import { LineView, RecordedView } from '../views/recorded-view.ts';
import { type EntryConditions, entryTests } from './entry-conditions.ts';

/** The classes of statuses (RFC 9110 §15), and those of other statuses that a message can have. */
export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx', '6xx', '7xx', '8xx', '9xx'] as const;

const Status = Type.Union([Type.Integer({ minimum: 100, maximum: 999 }), Type.Enum(STATUS_CLASSES)], {
  description: 'A number from 100 to 999, or a class of statuses, such as 5xx.',
});

/** The exchanges that a caller expects: conditions for the request, and for what is known after it. */
export const ExchangeMatch = Type.Object(
  {
    ...requestMembers,
    status: Type.Optional(Status),
    lab: Type.Optional(TextCondition),
    rule: Type.Optional(TextCondition),
    unmatched: Type.Optional(
      Type.Boolean({ description: 'Whether no rule took the request, though one was expected to.' }),
    ),
  },
  {
    title: 'Match',
    additionalProperties: false,
    description: `Conditions for requests. ${MEMBERS_DESCRIPTION.slice(0, -1)}; \`lab\` a key of a lab such as \`sequence/k1\`; \`rule\` the id of a rule that was applied, such as \`user-1\` in any scope, \`t1/user-1\` of a bin, or \`/user-1\` of the server.`,
  },
);

export interface ExchangeMatch
  extends RequestMatch,
    Pick<Static<typeof ExchangeMatch>, 'status' | 'lab' | 'rule' | 'unmatched'> {}

/** Conditions for entries of the journal: those for exchanges, and those that every kind of entry can meet. */
export interface EntryMatch extends ExchangeMatch, EntryConditions {
  not?: EntryMatch;
  any_of?: readonly EntryMatch[];
}

/** @throws InputError */
export function checkMatch(value: unknown, name = ''): ExchangeMatch {
  if (!matches(ExchangeMatch, value)) {
    const violation = findMainViolation(ExchangeMatch, value);
    throw violation
      ? createInputError(name, violation)
      : new Error('A value that does not match has no violation');
  }
  checkConditions(value, name === '' ? [] : [name]);
  return value;
}

/** @param match a match that `checkMatch` has accepted, or one of a filter. */
export function compileExchangeMatch(match: EntryMatch): CompiledMatch<RecordedView> {
  return compile<RecordedView, EntryMatch>(match, (match) => [
    ...exchangeConditions(match),
    ...entryTests(match).map(({ name, test }) =>
      plainCondition(name, ({ exchange }: RecordedView) => test(exchange), false),
    ),
  ]);
}

/** The test of a match for recorded exchanges. */
export function compileMatch(match: EntryMatch): (exchange: RecordedExchange) => boolean {
  const { test } = compileExchangeMatch(match);
  return (exchange) => test(new RecordedView(exchange));
}

/**
 * The test of what the line of a request and its bin decide of a match, before the rest of the entry is read.
 * @returns whether the exchange can match
 */
export function compileLine(match: EntryMatch): (line: RequestLine) => boolean {
  if (match instanceof Code) return () => true;
  const { method, path, target, query, query_only, bin } = match;
  const conditions = headConditions({
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(target !== undefined && { target }),
    ...(query !== undefined && { query }),
    ...(query_only !== undefined && { query_only }),
    ...(bin !== undefined && { bin }),
  });
  return (line) => {
    const head = new LineView(line);
    return conditions.every((condition) => condition.test(head));
  };
}

/** The conditions of a match, in the order in which their differences are reported. */
export function exchangeConditions(match: ExchangeMatch): Condition<RecordedView>[] {
  const conditions: Condition<RecordedView>[] = [
    ...requestConditions(match),
    ...optional(match.status, statusCondition),
    ...optional(match.lab, (lab) =>
      textCondition('lab', lab, ({ exchange }: RecordedView) =>
        listOf(exchange.lab && `${exchange.lab.name}/${exchange.lab.key}`),
      ),
    ),
  ];
  if (match.rule !== undefined) {
    const rulesOf =
      (toTexts: (rule: AppliedRule) => string | string[]) =>
      ({ exchange }: RecordedView) =>
        exchange.rules.flatMap(toTexts);
    conditions.push(
      textCondition(
        'rule',
        match.rule,
        rulesOf(({ id, bin }) => [id, `${bin ?? ''}/${id}`]),
        { shownOf: rulesOf(({ id, bin }) => (bin === null ? id : `${bin}/${id}`)) },
      ),
    );
  }
  if (match.unmatched !== undefined)
    conditions.push(
      textCondition('unmatched', String(match.unmatched), ({ exchange }: RecordedView) => [
        String(exchange.unmatched),
      ]),
    );
  return conditions.sort((one, other) => placeOf(one) - placeOf(other));
}

const ORDER =
  'method path url target host query header body protocol connection status endpoint bin lab rule unmatched'.split(
    ' ',
  );

function placeOf({ name }: Condition<RecordedView>): number {
  return ORDER.indexOf(name.split(' ', 1)[0] ?? '');
}

function statusCondition(status: number | string): Condition<RecordedView> {
  const pattern = String(status);
  const condition = textCondition(
    'status',
    { like: pattern.replace('xx', '*') },
    ({ exchange: { response } }: RecordedView) => listOf(response && String(response.status)),
  );
  return {
    ...condition,
    explain: (view, shown, masking) =>
      condition.explain(view, shown, masking).map(({ part }) => ({
        part,
        text: `expected ${pattern}, got ${view.exchange.response?.status ?? 'no response'}`,
      })),
  };
}
