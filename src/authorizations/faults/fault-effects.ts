import { delayResponse } from '../../http/delay.ts';
import { HttpError } from '../../http/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { reasonPhrase } from '../../http/fields.ts';
import type { Runtime } from '../../runtime.ts';
import { restRoot } from '../answers/documentation.ts';
import { accountSuspended, Refusal, rateLimitExceeded, tooManyAttempts } from '../answers/errors.ts';
import type { Caller, Client } from '../context.ts';
import type { ClientAddress } from '../sign-in/client-address.ts';
import type { FaultEffect } from './fault-rule.ts';

export interface FaultSurroundings {
  readonly runtime: Runtime;
  readonly clientAddress: ClientAddress;
  /** The longest that an answer may be held back, in milliseconds. */
  readonly maxDuration: number;
}

/** Lets the ordered trouble happen. What comes back lets the call go on; anything else throws. */
export async function carryOut(
  { delay, status, ...effect }: FaultEffect,
  { runtime, clientAddress, maxDuration }: FaultSurroundings,
  exchange: Exchange,
  caller: Caller | Client | undefined,
): Promise<void> {
  if (delay !== undefined) {
    const isAwaited = await delayResponse(exchange, runtime, Math.min(delay * 1000, maxDuration));
    // Whoever has gone must not have anything made or deleted in his name any more.
    if (!isAwaited) throw dropped(exchange);
  }
  if (effect.drop) throw dropped(exchange);
  if (effect.rate_limit) throw exhausted(runtime, caller, clientAddress.of(exchange));
  if (effect.suspended) throw accountSuspended();
  if (effect.lockout) throw tooManyAttempts();
  if (status !== undefined) {
    const { message = reasonPhrase(status), retry_after: seconds } = effect;
    throw new Refusal(status, message, {
      documentation: restRoot,
      fields: seconds === undefined ? [] : [['Retry-After', String(seconds)]],
    });
  }
}

/** Nobody sees it: the connection is cut already. */
function dropped(exchange: Exchange): HttpError {
  exchange.drop();
  return new HttpError(503, 'The connection was cut.');
}

function exhausted(runtime: Runtime, caller: Caller | Client | undefined, address: string): Refusal {
  const reset = (Math.floor(runtime.now() / HOUR) + 1) * (HOUR / 1000);
  const subject = caller && 'user' in caller ? `user ID ${caller.user.id}` : address;
  return rateLimitExceeded(subject, { limit: 5000, remaining: 0, reset }, caller !== undefined);
}

const HOUR = 60 * 60 * 1000;
