import type { AuthorizationOptions } from '#accounts/domain/context.ts';
import type { Store } from '#accounts/store/index.ts';
import type { ServerSettings } from '#config/settings/settings.ts';
import type { ServerConnection } from '#control/operations/state/server-connection.ts';
import type { RuleInput } from '#rules/rule.ts';
import type { UnmatchedModeInput } from '#rules/unmatched/unmatched-mode.ts';
import type { KeyStore } from '#testing/labs/keys/key-store.ts';
import type { TestingContext } from '#testing/request/context.ts';
import type { AccountsOrigin } from '#testing/responses/headers/accounts-origin.ts';
import type { OpenedJournal } from './journal.ts';

/** Writes the initial records to an empty store. */
export type Prepare = (store: Store) => Promise<void>;

/** Options of the services. */
export interface ServiceOptions
  extends Omit<AuthorizationOptions, 'store' | 'createCallerRules'>,
    Omit<TestingContext, keyof AccountsOrigin | 'bodyBudget' | 'labs'>,
    Pick<
      ServerSettings,
      | 'unmatched'
      | 'binHeader'
      | 'journal'
      | 'journalBodySize'
      | 'journalSize'
      | 'journalRedact'
      | 'journalAuthorizations'
    > {
  /** Keeps the journal for later starts; without it, the journal ends with the process. */
  readonly openedJournal?: OpenedJournal | undefined;
  /** The keys of the labs that several processes share; without it, this process has its own. */
  readonly labKeys?: KeyStore | undefined;
  /** Rules that exist after the start and after each reset. */
  readonly initialRules?: readonly RuleInput[] | undefined;
  /** Modes of unmatched requests, from the start and after each reset. The setting precedes that of the server, unless it is `pass`. */
  readonly initialUnmatched?: readonly UnmatchedModeInput[] | undefined;
  /** The token by which the commands of the user who started the server call the control API. */
  readonly commandToken?: string | undefined;
  /** The salt of the masks of credentials, for several workers; by default, a random value. */
  readonly maskSalt?: string | undefined;
  /** By default, the host name of the machine and the port. */
  readonly nodeName?: string | undefined;
  /** By default, that of a server that does not listen. */
  readonly connection?: ServerConnection | undefined;
  /** Resolves with the number of open connections. */
  readonly countConnections?: (() => Promise<number>) | undefined;
}
