import { type ReplayEnd, UNRECORDED } from '../recording/expected-replays.ts';
import type { Journal } from '../recording/journal.ts';

/**
 * Expects that the next request from this address and port repeats an exchange. Resolves when all processes of this machine do.
 * @param onEnd called with the entry of the repeated exchange when it has ended, or with that of a rejected request or of a
 * WebSocket.
 * @returns the function that ends the expectation.
 */
export async function watchReplay(
  journal: Pick<Journal, 'expectedReplays' | 'subscribe'>,
  remote: string,
  id: number,
  onEnd: (end: ReplayEnd) => void,
): Promise<() => void> {
  const forget = await journal.expectedReplays.expect(remote, id, () => onEnd(UNRECORDED));
  const unsubscribe = journal.subscribe(({ type, entry }) => {
    if (entry.connection.remote !== remote) return;
    if (entry.kind === 'exchange') {
      const hasEnded = type === 'done' && entry.replayOf === id;
      // It ends when its client wishes.
      if (hasEnded || entry.webSocket) onEnd(entry);
    } else if (entry.kind === 'parser-error') onEnd(entry);
  });
  return () => {
    unsubscribe();
    forget();
  };
}
