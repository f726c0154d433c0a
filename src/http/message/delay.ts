import type { Runtime } from '#runtime.ts';
import { HttpError } from '../errors/errors.ts';
import type { Exchange } from './exchange.ts';

/**
 * Delays the response, or its next part. Not an `async` function, because thousands of requests may wait at
 * the same time.
 * @returns false when the client has disconnected.
 * @throws HttpError 503 when the server closes.
 */
export function delayResponse(exchange: Exchange, runtime: Runtime, milliseconds: number): Promise<boolean> {
  const {
    signal,
    server: { requests },
  } = exchange;
  if (signal.aborted) return Promise.resolve(false);
  if (milliseconds <= 0) return Promise.resolve(true);
  try {
    requests.beginDelay(exchange);
  } catch (error) {
    return Promise.reject(error);
  }
  return runtime.sleep(milliseconds, signal).then(
    () => {
      requests.endDelay(exchange);
      return true;
    },
    (error) => {
      requests.endDelay(exchange);
      if (signal.aborted && !(signal.reason instanceof HttpError)) return false;
      throw error;
    },
  );
}
