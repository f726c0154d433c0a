import type { TSchema } from 'typebox';
import { PhaseData, PhaseName, ScheduleData } from '../src/authorizations/lifecycle/schedule-data.ts';
import { ExchangeMatch } from '../src/journal/match/exchange-match.ts';
import { AttemptView } from '../src/labs/keys/attempt-view.ts';
import { SequenceData } from '../src/labs/sequence/data.ts';
import { TextCondition } from '../src/matching/text-condition.ts';
import { CallView } from '../src/operations/audit.ts';
import { RuleView } from '../src/operations/faults.ts';
import {
  CallDescription,
  FamilyDescription,
  LifecycleView,
  Phase,
  PhaseDescription,
} from '../src/operations/lifecycle.ts';
import { MessageView } from '../src/operations/outbox.ts';
import { Difference } from '../src/operations/requests-diff.ts';
import { RuleEffect, RuleInput, RuleMatch } from '../src/rules/rule.ts';
import {
  SeedApplication,
  SeedAuthorization,
  SeedData,
  SeedOrganization,
  SeedTwoFactorApp,
  SeedTwoFactorSms,
  SeedUser,
} from '../src/seed/schema.ts';
import { toMembersText, toTypeText } from './type-text.ts';

/** The data types of the library: name, schema and sentence. */
const TYPES: readonly (readonly [name: string, schema: TSchema, sentence: string])[] = [
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
  ['FaultRule', RuleInput, 'For which requests, with what effect, and how often.'],
  ['FaultMatch', RuleMatch, `${Reflect.get(RuleMatch, 'description')} All of them must hold.`],
  ['FaultEffect', RuleEffect, 'Only `fault`, `delay`, `dribble` and `status` can be combined.'],
  ['ActiveRuleView', RuleView, 'A rule that is in effect.'],
  ['ScheduleData', ScheduleData, 'Of several phases at a time, the one that began last counts.'],
  ['PhaseData', PhaseData, 'Without `from`, a phase has no beginning; without `until`, it has no end.'],
  ['PhaseName', PhaseName, ''],
  ['LifecycleDescription', LifecycleView, 'The state of the deprecated interface at a time.'],
  ['FamilyDescription', FamilyDescription, 'Times are null where there is no beginning or no end.'],
  ['PhaseDescription', PhaseDescription, 'A phase; `status` is null where calls succeed.'],
  ['CallDescription', CallDescription, 'The response to a call.'],
  ['Attempt', AttemptView, 'A request to a sequence.'],
  [
    'Match',
    ExchangeMatch,
    `${Reflect.get(ExchangeMatch, 'description')} All of them must hold; an empty object matches all.`,
  ],
  ['TextCondition', TextCondition, 'A text for equality, or one of `is`, `like`, `has` and `absent`.'],
  ['Difference', Difference, 'A part in which two requests differ; null is what a request does not have.'],
  ['Message', MessageView, 'A text message or an e-mail that would have been sent. Times are text in UTC.'],
  ['Call', CallView, 'Equal calls of the API within a short time. Times are text in UTC.'],
];

const HEADER = `// The data types of the library. \`npm run docs\` prints them from the schemas by which the server checks its input and
// its tests check its output.
`;

/** The content of `types/data.ts`. */
export function dataTypes(): string {
  const names = new Map([
    ...TYPES.map(([name, schema]) => [JSON.stringify(schema), name] as const),
    // The JSON schema of results does not list the phases.
    [JSON.stringify(Phase), 'PhaseName'] as const,
  ]);
  const types = TYPES.map(([name, schema, sentence]) => {
    const comment = sentence === '' ? '' : `/** ${sentence} */\n`;
    return Reflect.has(schema, 'properties')
      ? `${comment}export interface ${name} {\n${toMembersText(schema, names, '  ')}}\n`
      : `${comment}export type ${name} = ${toTypeText(schema, names)};\n`;
  });
  return [HEADER, ...types].join('\n');
}
