import { HttpError } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';

/**
 * Rejects the request by which a browser loads the script of a service worker (Service Workers §4.3.1). A client can
 * choose the content of many answers; as a service worker it would see every later request of this origin.
 * @throws HttpError 403
 */
export function rejectServiceWorker(exchange: Exchange): void {
  const value = exchange.field('Service-Worker');
  if (value === undefined || !SCRIPT.test(value)) return;
  throw new HttpError(403, 'This service serves no script of a service worker.');
}

const SCRIPT = /(?:^|,)[\t ]*script[\t ]*(?:,|$)/i;
