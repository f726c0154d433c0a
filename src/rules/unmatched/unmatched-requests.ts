import type { UnmatchedMode } from '#config/settings/unmatched-modes.ts';
import { StoreUnavailableError } from '#database/errors.ts';
import type { SharedState, SharedValue } from '#shared/shared-state.ts';
import {
  addRequest,
  clearRequests,
  NO_REQUESTS,
  type UnmatchedRequest,
  type UnmatchedScope,
} from './unmatched-scopes.ts';

/** The modes of all scopes, as JSON. */
export interface UnmatchedModes {
  readonly server: UnmatchedMode;
  readonly bins: readonly (readonly [bin: string, mode: UnmatchedMode])[];
}

/** The modes of the scopes, and the requests that no rule took. All processes of the server share both. */
export interface UnmatchedRequests {
  /** Whether a mode of any scope is other than `pass`. */
  readonly isStrict: boolean;
  /** The mode of a bin, which is that of the server unless it has its own. */
  modeOf(bin: string | null): UnmatchedMode;
  readonly modes: UnmatchedModes;
  /** Sets the mode of the server for null, or of a bin. A bin without a mode has that of the server. */
  setMode(bin: string | null, mode: UnmatchedMode | null): Promise<void>;
  /** Counts a request. Resolves when every process knows of it. */
  add(request: UnmatchedRequest): Promise<void>;
  /** The scopes with such requests. */
  list(): readonly UnmatchedScope[];
  /** Forgets the requests of a bin, those of the server for null, or all. */
  clear(bin?: string | null): Promise<void>;
  /** Sets the modes, and forgets all requests. */
  restore(modes: UnmatchedModes): Promise<void>;
}

/** Requests that are stored together. */
interface Batch {
  readonly requests: UnmatchedRequest[];
  readonly stored: Promise<void>;
}

/** @param onChange called after each change of the modes. */
export function createUnmatchedRequests(
  shared: Pick<SharedState, 'attach'>,
  onChange: () => void,
): UnmatchedRequests & { start(initial: UnmatchedModes): void } {
  let modes: UnmatchedModes = { server: 'pass', bins: [] };
  let ofBins: ReadonlyMap<string, UnmatchedMode> = new Map();
  let scopes: readonly UnmatchedScope[] = NO_REQUESTS;
  let sharedModes: SharedValue<UnmatchedModes> | undefined;
  let sharedScopes: SharedValue<readonly UnmatchedScope[]> | undefined;
  let last: Promise<void> = Promise.resolve();
  let waiting: Batch | undefined;

  function apply(changed: UnmatchedModes): void {
    modes = changed;
    ofBins = new Map(changed.bins);
    onChange();
  }

  /** One change at a time, with all requests that arrived during the one before. */
  function beginBatch(): Batch {
    const requests: UnmatchedRequest[] = [];
    const stored = last.then(() => {
      waiting = undefined;
      return store(requests);
    });
    last = stored.catch(() => {});
    return { requests, stored };
  }

  async function store(requests: readonly UnmatchedRequest[]): Promise<void> {
    try {
      await sharedScopes?.update((current) => requests.reduce(addRequest, current));
    } catch (error) {
      // A request gets its response, also while the shared state is not available.
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
  }

  async function clear(bin?: string | null): Promise<void> {
    await sharedScopes?.update((current) => clearRequests(current, bin));
  }

  return {
    get isStrict() {
      return modes.server !== 'pass' || modes.bins.some(([, mode]) => mode !== 'pass');
    },
    modeOf: (bin) => (bin === null ? undefined : ofBins.get(bin)) ?? modes.server,
    get modes() {
      return modes;
    },

    async setMode(bin, mode) {
      await sharedModes?.update((current) => withMode(current, bin, mode));
    },

    add(request) {
      waiting ??= beginBatch();
      waiting.requests.push(request);
      return waiting.stored;
    },

    list: () => scopes,
    clear,

    async restore(restored) {
      await sharedModes?.update(() => restored);
      await clear();
    },

    start(initial) {
      apply(initial);
      sharedModes = shared.attach<UnmatchedModes>('unmatched modes', { read: () => modes, apply });
      sharedScopes = shared.attach<readonly UnmatchedScope[]>('unmatched requests', {
        read: () => scopes,
        apply(changed) {
          scopes = changed;
        },
      });
    },
  };
}

/** The modes after a change. Null removes the mode of a bin. */
export function withMode(
  { server, bins }: UnmatchedModes,
  bin: string | null,
  mode: UnmatchedMode | null,
): UnmatchedModes {
  if (bin === null) return { server: mode ?? 'pass', bins };
  const others = bins.filter(([name]) => name !== bin);
  return { server, bins: mode === null ? others : [...others, [bin, mode]] };
}
