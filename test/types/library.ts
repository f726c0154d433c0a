import type { LifecycleDescription } from '#accounts/domain/lifecycle/lifecycle-description.ts';
import type { PhaseName } from '#accounts/domain/lifecycle/schedule.ts';
import type { ScheduleData } from '#accounts/domain/lifecycle/schedule-data.ts';
import type { presetNames } from '#accounts/domain/lifecycle/schedule-presets.ts';
import type { SettingName, Settings } from '#config/settings/settings.ts';
import type { CallView } from '#control/operations/server/audit.ts';
import type { MessageView } from '#control/operations/server/outbox.ts';
import type { SeedData } from '#control/seed/schema.ts';
import type { FinishedExchange } from '#http/message/finished-exchange.ts';
import type { Log } from '#http/routing/service.ts';
import type { toHar } from '#journal/export/har.ts';
import type { SnippetFormat } from '#journal/export/snippets/snippet.ts';
import type { ExchangeMatch } from '#journal/match/exchange-match.ts';
import type { TextCondition } from '#journal/matching/text-condition.ts';
import type { Ending } from '#journal/recording/ending-kinds.ts';
import type * as record from '#journal/recording/record.ts';
import type { Difference } from '#journal/views/diff.ts';
import type { start } from '#library/index.ts';
import type { JournalTimeout } from '#library/journal/journal-timeout.ts';
import type { LibraryJournal } from '#library/journal/library-journal.ts';
import type { SequenceTimeout } from '#library/sequence-timeout.ts';
import type { ActiveRuleView, RuleInput } from '#rules/rule.ts';
import type { AttemptView } from '#testing/labs/keys/attempt-view.ts';
import type { SequenceData } from '#testing/labs/sequence/data.ts';
import type * as library from '../../types/index.ts';

// The published types, which are written by hand, against the schemas and types of the server. A difference does not
// compile: the error names the members that only one side has, or that differ.

/** All members, at any depth, regardless of `readonly`. */
type Plain<T> = T extends readonly (infer Item)[]
  ? readonly Plain<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Plain<T[Key]> }
    : T;

type IsSame<One, Other> =
  (<T>() => T extends Plain<One> ? 1 : 2) extends <T>() => T extends Plain<Other> ? 1 : 2 ? true : false;

type Check<Passed extends true> = Passed;

/** A text of any form is a path for the command, and the option rejects a misspelt preset. */
type OptionName = Exclude<SettingName & keyof library.StartOptions, 'lifecycle'>;

/** The option of each setting accepts the values of the setting, and undefined. */
type Unfit = {
  [Name in OptionName]: Settings[Name] extends library.StartOptions[Name] ? never : Name;
}[OptionName];

export type Checks = [
  Check<IsSame<typeof start, typeof library.start>>,
  // The labs add their members: those of sequences are compared below.
  Check<IsSame<Omit<library.SeedData, 'sequences'>, SeedData>>,
  Check<IsSame<library.SequenceData, SequenceData>>,
  Check<IsSame<library.Attempt, AttemptView>>,
  Check<IsSame<library.ScheduleData, ScheduleData>>,
  Check<IsSame<library.Rule, RuleInput>>,
  Check<IsSame<library.ActiveRuleView, ActiveRuleView>>,
  Check<IsSame<library.LifecycleDescription, LifecycleDescription>>,
  Check<IsSame<library.PhaseName, PhaseName>>,
  Check<IsSame<library.LifecyclePreset, (typeof presetNames)[number]>>,
  Check<IsSame<library.Message, MessageView>>,
  Check<IsSame<library.Call, CallView>>,
  Check<IsSame<library.Finished, FinishedExchange>>,
  Check<IsSame<library.Log, Log>>,
  Check<IsSame<Unfit, never>>,
  Check<IsSame<keyof library.Journal, keyof LibraryJournal>>,
  Check<IsSame<JournalTimeout, library.JournalTimeout>>,
  Check<
    IsSame<ConstructorParameters<typeof JournalTimeout>, ConstructorParameters<typeof library.JournalTimeout>>
  >,
  Check<IsSame<SequenceTimeout, library.SequenceTimeout>>,
  Check<
    IsSame<
      ConstructorParameters<typeof SequenceTimeout>,
      ConstructorParameters<typeof library.SequenceTimeout>
    >
  >,
  Check<IsSame<library.TextCondition, TextCondition>>,
  Check<IsSame<keyof library.Match, keyof ExchangeMatch>>,
  Check<Plain<library.Match> extends Plain<ExchangeMatch> ? true : false>,
  Check<IsSame<keyof library.RecordedExchange, Exclude<keyof record.RecordedExchange, 'worker'>>>,
  Check<IsSame<library.RecordedConnection, record.RecordedConnection>>,
  Check<IsSame<library.Ending, Ending>>,
  Check<IsSame<keyof library.RecordedFailure, Exclude<keyof record.RecordedFailure, 'worker'> | 'title'>>,
  Check<IsSame<library.SnippetFormat, SnippetFormat>>,
  Check<IsSame<library.Difference, Difference>>,
  Check<ReturnType<typeof toHar> extends library.Har ? true : false>,
];
