import type { Log } from '../../http/service.ts';
import type { Runtime } from '../../runtime.ts';
import { toApiTime } from '../answers/api-time.ts';
import { type Authorization, type Store, StoreUnavailableError } from '../store.ts';

/** Writes down in which hour each token was last used, without making anybody wait for it. */
export interface TokenUses {
  note(token: Authorization): void;
  /** Resolves when all that was noted is in the store; what is noted after that is not. */
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
    } catch (error) {
      if (!(error instanceof StoreUnavailableError))
        log.error('That a token was used could not be noted', { id, error });
    } finally {
      pending.delete(id);
    }
  }

  return {
    note({ id, lastUsedAt }) {
      const at = toApiTime(runtime.now());
      if (isClosed || lastUsedAt?.slice(0, HOUR) === at.slice(0, HOUR) || pending.has(id)) return;
      pending.set(id, write(id, at));
    },
    async close() {
      isClosed = true;
      await Promise.all(pending.values());
    },
  };
}

/** So much of a time's text tells the hour: `2020-03-01T09`. */
const HOUR = 13;
