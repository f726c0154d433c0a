import type { Runtime } from '../runtime.ts';
import type { Exchange } from './exchange.ts';

/**
 * Holds an answer back for so long. There is no `async` here, since thousands may be held at once.
 * @returns whether somebody still waits for it.
 */
export function hold(exchange: Exchange, runtime: Runtime, milliseconds: number): Promise<boolean> {
  const { gone } = exchange;
  if (gone.aborted) return Promise.resolve(false);
  if (milliseconds <= 0) return Promise.resolve(true);
  return runtime.sleep(milliseconds, gone).then(
    () => true,
    (error) => {
      if (gone.aborted) return false;
      throw error;
    },
  );
}
