import type { CallerRules } from '#accounts/domain/authentication/authentication.ts';
import type { CallerRulesContext } from '#accounts/domain/context.ts';
import { restRoot } from '#accounts/domain/errors/documentation.ts';
import {
  ApiError,
  accountSuspended,
  rateLimitExceeded,
  tooManyAttempts,
} from '#accounts/domain/errors/errors.ts';
import type { Caller, Client } from '#accounts/domain/request/caller.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import type { CallerNames } from '#rules/active-rule.ts';
import type { RequestContext } from '#rules/live-request.ts';
import { closeConnection, createCallerPhase } from '#rules/phases/caller-phase.ts';
import type { RuleEffects } from '#rules/rule.ts';
import type { RuleSet } from '#rules/rule-set.ts';
import type { Runtime } from '#runtime.ts';

export interface CallerRulesOptions extends RequestContext, CallerRulesContext {
  readonly rules: RuleSet;
  readonly runtime: Runtime;
  /** Maximum delay of a response, in milliseconds. */
  readonly maxDuration: number;
}

/** The rules for calls of the API, with the effects that the API has: errors in its format, and delays. */
export function createCallerRules({ rules, ...options }: CallerRulesOptions): CallerRules {
  return createCallerPhase<Caller | Client>(rules, {
    ...options,
    service: 'api',
    namesOf,
    applyEffects: (effects, exchange, caller) => applyEffects(effects, exchange, caller, options),
  });
}

function namesOf(caller: Caller | Client): CallerNames {
  return 'user' in caller
    ? { login: caller.user.login, clientId: caller.token?.application?.clientId }
    : { login: undefined, clientId: caller.application.clientId };
}

/** Applies the effects of a rule, its delay excepted. @throws ApiError, HttpError for every effect. */
function applyEffects(
  { error, ...effects }: RuleEffects,
  exchange: Exchange,
  caller: Caller | Client | undefined,
  { runtime, clientAddress, requestStates }: Omit<CallerRulesOptions, 'rules'>,
): void {
  if (effects.drop) throw closeConnection(exchange);
  if (effects.rate_limit) {
    const quota = { limit: 5000, remaining: 0, reset: computeNextHour(runtime.now()) };
    requestStates.record(exchange, { quota });
    const subject = caller && 'user' in caller ? `user ID ${caller.user.id}` : clientAddress.of(exchange);
    throw rateLimitExceeded(subject, caller !== undefined);
  }
  if (effects.suspended) throw accountSuspended();
  if (effects.lockout) throw tooManyAttempts();
  if (error) {
    const { status, message = reasonPhrase(status), retry_after: seconds } = error;
    throw new ApiError(status, message, {
      documentation: restRoot,
      fields: seconds === undefined ? [] : [['Retry-After', String(seconds)]],
    });
  }
}

/** Start of the next hour, in seconds since the epoch. */
function computeNextHour(now: number): number {
  return (Math.floor(now / HOUR_MS) + 1) * (HOUR_MS / 1000);
}

const HOUR_MS = 60 * 60 * 1000;
