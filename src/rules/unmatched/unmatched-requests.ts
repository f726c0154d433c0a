import type { UnmatchedMode } from '#config/settings/unmatched-modes.ts';
import { ignoreOutage } from '#database/errors.ts';
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

/** Requests that are stored together. */
interface Batch {
  readonly requests: UnmatchedRequest[];
  readonly stored: Promise<void>;
}

/** The modes of the scopes, and the requests that no rule took. All processes of the server share both. */
export class UnmatchedRequests {
  readonly #shared: Pick<SharedState, 'attach'>;
  readonly #onChange: () => void;
  #modes: UnmatchedModes = { server: 'pass', bins: [] };
  #modesOfBins: ReadonlyMap<string, UnmatchedMode> = new Map();
  #scopes: readonly UnmatchedScope[] = NO_REQUESTS;
  #sharedModes: SharedValue<UnmatchedModes> | undefined;
  #sharedScopes: SharedValue<readonly UnmatchedScope[]> | undefined;
  #last: Promise<void> = Promise.resolve();
  #waiting: Batch | undefined;

  /** @param onChange called after each change of the modes. */
  constructor(shared: Pick<SharedState, 'attach'>, onChange: () => void) {
    this.#shared = shared;
    this.#onChange = onChange;
  }

  /** Sets the modes that exist at the start. Called once, before the shared state starts. */
  start(initial: UnmatchedModes): void {
    this.#apply(initial);
    this.#sharedModes = this.#shared.attach<UnmatchedModes>('unmatched modes', {
      read: () => this.#modes,
      apply: (changed) => this.#apply(changed),
    });
    this.#sharedScopes = this.#shared.attach<readonly UnmatchedScope[]>('unmatched requests', {
      read: () => this.#scopes,
      apply: (changed) => {
        this.#scopes = changed;
      },
    });
  }

  /** Whether a mode of any scope is other than `pass`. */
  get isStrict(): boolean {
    return this.#modes.server !== 'pass' || this.#modes.bins.some(([, mode]) => mode !== 'pass');
  }

  get modes(): UnmatchedModes {
    return this.#modes;
  }

  /** The mode of a bin, which is that of the server unless it has its own. */
  modeOf(bin: string | null): UnmatchedMode {
    return (bin === null ? undefined : this.#modesOfBins.get(bin)) ?? this.#modes.server;
  }

  /** Sets the mode of the server for null, or of a bin. A bin without a mode has that of the server. */
  async setMode(bin: string | null, mode: UnmatchedMode | null): Promise<void> {
    await this.#sharedModes?.update((current) => withMode(current, bin, mode));
  }

  /** Counts a request. Resolves when every process knows of it. */
  add(request: UnmatchedRequest): Promise<void> {
    this.#waiting ??= this.#beginBatch();
    this.#waiting.requests.push(request);
    return this.#waiting.stored;
  }

  /** The scopes with such requests. */
  list(): readonly UnmatchedScope[] {
    return this.#scopes;
  }

  /** Forgets the requests of a bin, those of the server for null, or all. */
  async clear(bin?: string | null): Promise<void> {
    await this.#sharedScopes?.update((current) => clearRequests(current, bin));
  }

  /** Sets the modes, and forgets all requests. */
  async restore(modes: UnmatchedModes): Promise<void> {
    await this.#sharedModes?.update(() => modes);
    await this.clear();
  }

  #apply(changed: UnmatchedModes): void {
    this.#modes = changed;
    this.#modesOfBins = new Map(changed.bins);
    this.#onChange();
  }

  /** One change at a time, with all requests that arrived during the one before. */
  #beginBatch(): Batch {
    const requests: UnmatchedRequest[] = [];
    const stored = this.#last.then(() => {
      this.#waiting = undefined;
      return this.#store(requests);
    });
    this.#last = stored.catch(() => {});
    return { requests, stored };
  }

  async #store(requests: readonly UnmatchedRequest[]): Promise<void> {
    // A request gets its response, also while the shared state is not available.
    await this.#sharedScopes?.update((current) => requests.reduce(addRequest, current)).catch(ignoreOutage);
  }
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
