import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import { formatApiTime } from '../../store/api-time.ts';
import { type Authorization, type Store, StoreUnavailableError } from '../../store/index.ts';

/** Records the hour of the last use of each token, in the background. */
export interface TokenUses {
  /** The number of recorded uses that are not in the store. */
  readonly pending: number;
  record(token: Authorization): void;
  /** Resolves when all recorded uses are in the store. Later uses are ignored. */
  close(): Promise<void>;
}

export interface TokenUsesOptions {
  readonly runtime: Runtime;
  readonly log: Log;
  readonly store: Pick<Store['authorizations'], 'touch'>;
}

export function createTokenUses({ runtime, log, store }: TokenUsesOptions): TokenUses {
  const pending = new Map<number, Promise<void>>();
  let isClosed = false;

  async function write(id: number, at: string): Promise<void> {
    try {
      await store.touch(id, at);
      pending.delete(id);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError))
        log.error('The use of a token could not be recorded', { id, error });
      // The next use is recorded again; after the end, there is none.
      if (!isClosed) pending.delete(id);
    }
  }

  return {
    get pending() {
      return pending.size;
    },
    record({ id, lastUsedAt }) {
      const at = formatApiTime(runtime.now());
      if (isClosed || lastUsedAt?.slice(0, HOUR) === at.slice(0, HOUR) || pending.has(id)) return;
      pending.set(id, write(id, at));
    },
    async close() {
      isClosed = true;
      await Promise.all(pending.values());
    },
  };
}

/** Length of a timestamp up to the hour: `2020-03-01T09`. */
const HOUR = 13;
