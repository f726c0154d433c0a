import type { Exchange } from '#http/message/exchange.ts';
import type { Caller } from '../request/caller.ts';
import type { RequestStates } from '../request/request-state.ts';

/** The scopes for organizations and teams. Compat: the order as recorded. */
export const ORGANIZATION_SCOPES: readonly string[] = ['admin:org', 'read:org', 'repo', 'user', 'write:org'];

/** Whether the caller has a password, or a token with one of the scopes. Records them for `X-Accepted-OAuth-Scopes`. */
export function acceptsToken(
  call: {
    readonly exchange: Exchange;
    readonly service: { readonly requestStates: RequestStates };
    readonly caller: Caller;
  },
  scopes: readonly string[],
): boolean {
  const { exchange, service, caller } = call;
  service.requestStates.record(exchange, { acceptedScope: scopes.join(', ') });
  return caller.token === undefined || caller.token.scopes.some((scope) => scopes.includes(scope));
}
