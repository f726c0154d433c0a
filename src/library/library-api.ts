import type { OperationContext } from '#control/operations/declaration/context.ts';
import type { Bin, SparringServer } from '../../types/index.ts';
import { OperationCaller } from './checks/caller.ts';
import { checkArgument } from './checks/check-argument.ts';
import type { LibraryJournalOptions } from './journal/journal-reader.ts';
import { LibraryJournal } from './journal/library-journal.ts';
import { BinKey } from './journal/options.ts';
import { createLibraryLabs } from './labs.ts';
import { createOperationMethods } from './operation-methods.ts';
import { createLibraryRules, type LibraryRules } from './rules.ts';
import { createLibrarySnapshots } from './snapshots.ts';
import { createRespond } from './stubs.ts';

type LibraryApi = Omit<
  SparringServer,
  'url' | 'accountsUrl' | 'controlUrl' | 'port' | 'caPath' | 'close' | typeof Symbol.asyncDispose
>;

export interface LibraryApiOptions {
  readonly operations: OperationContext;
  /** Base of the URLs of bins. */
  readonly url: string;
  readonly controlUrl: string;
  readonly isClosed: () => boolean;
  /** Aborted when the server is closed. */
  readonly closed: AbortSignal;
}

/**
 * The methods by which a test controls and reads its server. Each throws UsageError after the server is closed, except
 * those that read the journal.
 */
export function createLibraryApi(options: LibraryApiOptions): LibraryApi {
  const { operations: context, url, isClosed, closed } = options;
  const { runtime, labs, serverState } = context;
  const caller = new OperationCaller(context, isClosed, closed, options.controlUrl);
  const use = <Result>(action: () => Result): Result => caller.use(action);
  const methods = createOperationMethods(caller);
  const snapshots = createLibrarySnapshots(serverState);
  const libraryRules = createLibraryRules(context, caller);
  const journal = new LibraryJournal({ context, closed });
  return {
    ...methods,
    clock: {
      isFrozen: () => use(runtime.clock.isFrozen),
      isMoved: () => use(runtime.clock.isMoved),
      ...methods.clock,
    },
    snapshot: async () => use(snapshots.take),
    restore: async (snapshot) => use(() => snapshots.restore(snapshot)),
    labs: createLibraryLabs(labs, caller),
    rules: libraryRules,
    respond: createRespond({ rules: libraryRules, journal }),
    journal,
    bin: (key) =>
      createBin(checkArgument(BinKey, key, 'The key of a bin'), {
        context,
        closed,
        url,
        rules: libraryRules,
      }),
  };
}

/** A handle of a bin. The bin itself exists by use. */
function createBin(
  bin: string,
  {
    context,
    closed,
    url,
    rules,
  }: LibraryJournalOptions & Pick<LibraryApiOptions, 'url'> & { readonly rules: LibraryRules },
): Bin {
  const controller = new AbortController();
  const signal = AbortSignal.any([closed, controller.signal]);
  const journal = new LibraryJournal({ context, bin, closed: signal });
  const close = () => {
    context.journal?.clear(bin);
    rules.clear(bin);
    controller.abort();
  };
  const respond = createRespond({ rules, journal, bin });
  return { url: `${url}/bin/${bin}`, journal, respond, close, [Symbol.dispose]: close };
}
