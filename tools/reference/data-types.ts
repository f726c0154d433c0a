import { ConformanceReport } from '@sparring/conformance';
import type { TSchema } from 'typebox';
import { PhaseData, PhaseName, ScheduleData } from '#accounts/domain/lifecycle/schedule-data.ts';
import { Difference } from '#control/operations/requests/requests-diff.ts';
import { Explanation, RequestToExplain } from '#control/operations/rules/rules-explain.ts';
import { ImportReport, ImportSource } from '#control/operations/rules/rules-import.ts';
import { AuditFilter, CallView } from '#control/operations/server/audit.ts';
import {
  CallDescription,
  FamilyDescription,
  LifecycleView,
  Phase,
  PhaseDescription,
  Preset,
} from '#control/operations/server/lifecycle.ts';
import { MessageView } from '#control/operations/server/outbox.ts';
import {
  SeedApplication,
  SeedAuthorization,
  SeedData,
  SeedOrganization,
  SeedTwoFactorApp,
  SeedTwoFactorSms,
  SeedUser,
} from '#control/seed/schema.ts';
import { Har, HarCookie, HarEntry, HarPair } from '#journal/export/har-schema.ts';
import { ExchangeMatch } from '#journal/match/exchange-match.ts';
import { BodyMatch, PartMatch } from '#journal/matching/body-match.ts';
import { MethodCondition } from '#journal/matching/method-condition.ts';
import { InnerMatch, RequestMatch } from '#journal/matching/request-match.ts';
import { TextCondition } from '#journal/matching/text-condition.ts';
import { ValuesCondition } from '#journal/matching/values-condition.ts';
import {
  BodySummary,
  ConnectionView,
  EndingView,
  ExchangeSummary,
  FailureSummary,
  PairView,
  RequestSummary,
  ResponseSummary,
  TlsView,
} from '#journal/views/entry-schema.ts';
import {
  EntryReference,
  Event,
  ExpectNoneOptions,
  Format,
  NextOptions,
  SecretsOptions,
  Signal,
} from '#library/journal/options.ts';
import { WaitOptions } from '#library/labs.ts';
import { MatchOfRule, RuleChange, RuleInput, RuleMatch, RuleView } from '#rules/rule.ts';
import { AttemptView } from '#testing/labs/keys/attempt-view.ts';
import { LimitOutcome } from '#testing/labs/limit/lab.ts';
import { SequenceData, SequenceStep, StepObject } from '#testing/labs/sequence/data.ts';
import { SequenceOutcome } from '#testing/labs/sequence/lab.ts';
import { ResponseForm, StepForm } from '#testing/responses/composition/json-form.ts';
import { formatMembers, formatType } from './type-text.ts';

/** The data types of the library: name, schema and sentence. */
const TYPES: readonly (readonly [name: string, schema: TSchema, sentence: string, isOptions?: true])[] = [
  [
    'ConformanceReport',
    ConformanceReport,
    'The report of the conformance suite: its cases with their results.',
  ],
  ['SeedData', SeedData, 'Users, applications, organizations, and tokens whose clear text is known.'],
  ['SeedUser', SeedUser, 'A user.'],
  ['SeedTwoFactorApp', SeedTwoFactorApp, 'The second factor by an authenticator app.'],
  ['SeedTwoFactorSms', SeedTwoFactorSms, 'The second factor by text messages.'],
  ['SeedApplication', SeedApplication, 'An OAuth application; `owner` is the login of a user.'],
  ['SeedOrganization', SeedOrganization, 'An organization. With `saml`, a token must be allowed for it.'],
  [
    'SeedAuthorization',
    SeedAuthorization,
    'The token of a user; without `client_id`, a personal access token.',
  ],
  ['SequenceData', SequenceData, 'A sequence of responses, for tests of retries.'],
  ['SequenceStep', SequenceStep, 'A response of a sequence, and how many requests get it.'],
  [
    'Rule',
    RuleInput,
    'For which requests, what it does, and how often. Only `error`, `fault`, `delay` and `dribble` can be combined.',
  ],
  ['ResponseForm', ResponseForm, 'A response, of the directives of `/compose`.'],
  ['ResponseStep', StepForm, 'A response, and how many requests get it.'],
  ['RuleMatch', RuleMatch, `${Reflect.get(RuleMatch, 'description')} All of them must hold.`],
  ['RuleChange', RuleChange, 'The members of a rule that can change while it keeps the number of its uses.'],
  ['RuleImport', ImportSource, 'An HTTP Archive, or requests of the journal, and how rules are made of it.'],
  ['RequestToExplain', RequestToExplain, 'A request, by its members, or one of the journal.'],
  ['Explanation', Explanation, 'Which rules apply to a request, and why others do not.'],
  ['ImportedRules', ImportReport, 'What an import has added, and what not.'],
  ['ActiveRuleView', RuleView, 'A rule that is in effect.'],
  ['ScheduleData', ScheduleData, 'Of several phases at a time, the one that began last counts.'],
  ['PhaseData', PhaseData, 'Without `from`, a phase has no beginning; without `until`, it has no end.'],
  ['PhaseName', PhaseName, ''],
  ['LifecyclePreset', Preset, '`github`: the dates of github.com.'],
  ['LifecycleDescription', LifecycleView, 'The state of the deprecated interface at a time.'],
  ['FamilyDescription', FamilyDescription, 'Times are null where there is no beginning or no end.'],
  ['PhaseDescription', PhaseDescription, 'A phase; `status` is null where calls succeed.'],
  ['CallDescription', CallDescription, 'The response to a call.'],
  ['Attempt', AttemptView, 'A request to a lab.'],
  ['LimitOutcome', LimitOutcome, 'What a rate limit decided about a request.'],
  ['SequenceOutcome', SequenceOutcome, 'What a sequence decided about a request.'],
  [
    'Match',
    ExchangeMatch,
    `${Reflect.get(ExchangeMatch, 'description')} All of them must hold; an empty object matches all.`,
  ],
  ['RequestMatch', RequestMatch, 'Conditions for requests, all of which must hold.'],
  ['BodyMatch', BodyMatch, 'A text for equality, or conditions for the body, all of which must hold.'],
  ['PartMatch', PartMatch, 'Conditions for a part of a multipart body.'],
  [
    'MethodCondition',
    MethodCondition,
    'A method, a list of methods, or one of `is`, `like`, `has`, `one_of` and `absent`.',
  ],
  [
    'TextCondition',
    TextCondition,
    'A text for equality, or one of `is`, `like`, `has`, `one_of` and `absent`.',
  ],
  ['ValuesCondition', ValuesCondition, 'A condition for the values of a name.'],
  ['Difference', Difference, 'A part in which two requests differ; null is what a request does not have.'],
  ['Message', MessageView, 'A text message or an e-mail that would have been sent. Times are text in UTC.'],
  ['ExchangeSummary', ExchangeSummary, 'An exchange, without its messages.'],
  [
    'RecordedConnection',
    ConnectionView,
    'The connection of an exchange, and the place of its request on it.',
  ],
  ['RecordedTls', TlsView, 'The parameters of TLS.'],
  ['RequestSummary', RequestSummary, 'A recorded request, without its fields and its body.'],
  ['ResponseSummary', ResponseSummary, 'A recorded response, without its fields and its body.'],
  ['BodySummary', BodySummary, 'A recorded body, without its content.'],
  ['FailureSummary', FailureSummary, 'A connection without a valid request, without its bytes.'],
  [
    'Ending',
    EndingView,
    'By the response, or by the end of the connection: by the client or the server, with or without a reset.',
  ],
  ['Har', Har, 'An HTTP Archive 1.2. Members that begin with `_` are not of its standard.'],
  ['HarEntry', HarEntry, 'An exchange in an archive.'],
  ['HarCookie', HarCookie, 'A cookie; one of a request has a name and a value only.'],
  ['HarPair', HarPair, 'Name and value, as the lists of an archive have them.'],
  ['JournalEvent', Event, ''],
  ['SnippetFormat', Format, ''],
  ['NextOptions', NextOptions, 'Options of `journal.next` and `journal.waitFor`.', true],
  ['ExpectNoneOptions', ExpectNoneOptions, 'Options of `journal.expectNone`.', true],
  ['SecretsOptions', SecretsOptions, 'Options of methods that show recorded requests.', true],
  ['SequenceWaitOptions', WaitOptions, 'Options of `wait` of a sequence.', true],
  ['AuditFilter', AuditFilter, 'Every member that is given must match.', true],
  ['Call', CallView, 'Equal calls of the API within a short time. Times are text in UTC.'],
];

/** A pair is a list of two texts in JSON Schema. */
const PAIR = `/** Name and value of a header field, in the case of the message. */
export type Pair = readonly [name: string, value: string];
`;

const SIGNAL = `/** \`AbortSignal\`, in projects whose types have it: those of Node or of the DOM. */
export type Signal =
  typeof globalThis extends Record<'AbortSignal', { readonly prototype: infer Instance }>
    ? Instance
    : { readonly aborted: boolean };
`;

const HEADER = `// The data types of the library. \`npm run docs\` prints them from the schemas by which the server checks its input and its
// tests check its output.
`;

/** The content of `types/data.ts`. */
export function dataTypes(): string {
  const names = new Map([
    ...TYPES.map(([name, schema]) => [JSON.stringify(schema), name] as const),
    [JSON.stringify(InnerMatch), 'RequestMatch'] as const,
    [JSON.stringify(MatchOfRule), 'RuleMatch'] as const,
    [JSON.stringify(StepObject), 'SequenceStep'] as const,
    // The JSON schema of results does not list the phases.
    [JSON.stringify(Phase), 'PhaseName'] as const,
    [JSON.stringify(PairView), 'Pair'] as const,
    [JSON.stringify(EntryReference), "Pick<ExchangeSummary, 'id'>"] as const,
    [JSON.stringify(Signal), 'Signal'] as const,
  ]);
  const types = TYPES.map(([name, schema, sentence, isOptions]) => {
    const comment = sentence === '' ? '' : `/** ${sentence} */\n`;
    return Reflect.has(schema, 'properties')
      ? `${comment}export interface ${name} {\n${formatMembers(schema, names, '  ', isOptions)}}\n`
      : `${comment}export type ${name} = ${formatType(schema, names)};\n`;
  });
  return [HEADER, ...types, PAIR, SIGNAL].join('\n');
}
