import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';

/**
 * Rejects a request for the script of a service worker (Service Workers §4.3.1). Clients choose the content of many
 * responses; as a service worker, that content would intercept every later request of the origin.
 * @throws HttpError 403
 */
export function rejectServiceWorker(exchange: Exchange): void {
  const value = exchange.field('Service-Worker');
  if (value === undefined || !SCRIPT.test(value)) return;
  throw new HttpError(403, 'This service has no scripts of service workers.');
}

const SCRIPT = /(?:^|,)[\t ]*script[\t ]*(?:,|$)/i;
