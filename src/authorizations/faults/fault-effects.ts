import type { FaultEffect } from '../../fault-rules/rule.ts';
import { delayResponse } from '../../http/delay.ts';
import { HttpError } from '../../http/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { reasonPhrase } from '../../http/node-http.ts';
import type { Runtime } from '../../runtime.ts';
import { restRoot } from '../answers/documentation.ts';
import { ApiError, accountSuspended, rateLimitExceeded, tooManyAttempts } from '../answers/errors.ts';
import type { Caller, Client } from '../caller.ts';
import type { RequestStates } from '../request-state.ts';
import type { ClientAddress } from '../sign-in/client-address.ts';

export interface FaultDependencies {
  readonly runtime: Runtime;
  readonly clientAddress: ClientAddress;
  readonly requestStates: RequestStates;
  /** Maximum delay of a response, in milliseconds. */
  readonly maxDuration: number;
}

/** Applies an effect on a call, whose delay is a number. The call continues after a delay. @throws ApiError, HttpError for every other effect. */
export async function applyEffect(
  { delay, status, ...effect }: FaultEffect,
  { runtime, clientAddress, requestStates, maxDuration }: FaultDependencies,
  exchange: Exchange,
  caller: Caller | Client | undefined,
): Promise<void> {
  if (delay !== undefined) {
    const isClientPresent = await delayResponse(
      exchange,
      runtime,
      Math.min(Number(delay) * 1000, maxDuration),
    );
    // A client that has left must not cause a change any more.
    if (!isClientPresent) throw dropped(exchange);
  }
  if (effect.drop) throw dropped(exchange);
  if (effect.rate_limit) {
    const quota = { limit: 5000, remaining: 0, reset: toNextHour(runtime.now()) };
    requestStates.record(exchange, { quota });
    const subject = caller && 'user' in caller ? `user ID ${caller.user.id}` : clientAddress.of(exchange);
    throw rateLimitExceeded(subject, caller !== undefined);
  }
  if (effect.suspended) throw accountSuspended();
  if (effect.lockout) throw tooManyAttempts();
  if (status !== undefined) {
    const { message = reasonPhrase(status), retry_after: seconds } = effect;
    throw new ApiError(status, message, {
      documentation: restRoot,
      fields: seconds === undefined ? [] : [['Retry-After', String(seconds)]],
    });
  }
}

/** Drops the connection, so no client gets the error. */
function dropped(exchange: Exchange): HttpError {
  exchange.destroy();
  return new HttpError(503, 'The connection was closed.');
}

/** Start of the next hour, in seconds since the epoch. */
function toNextHour(now: number): number {
  return (Math.floor(now / HOUR) + 1) * (HOUR / 1000);
}

const HOUR = 60 * 60 * 1000;
