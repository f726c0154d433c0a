import type { Exchange } from '../http/exchange.ts';
import type { Runtime } from '../runtime.ts';

/** Holds an answer back for so long. @returns whether somebody still waits for it. */
export async function hold(exchange: Exchange, runtime: Runtime, milliseconds: number): Promise<boolean> {
  const { gone } = exchange;
  if (gone.aborted) return false;
  if (milliseconds <= 0) return true;
  try {
    await runtime.sleep(milliseconds, gone);
    return true;
  } catch (error) {
    if (gone.aborted) return false;
    throw error;
  }
}
