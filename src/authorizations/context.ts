import { declareFor } from '../http/endpoint.ts';
import type { Surroundings } from '../http/service.ts';
import type { Addresses } from './addresses.ts';
import type { Authorization, Store, User } from './store.ts';

/** What the handlers of the authorization service are given. */
export interface AuthorizationContext extends Surroundings {
  readonly store: Store;
  readonly addresses: Addresses;
  readonly deprecationFields: boolean;
}

export interface Caller {
  readonly user: User;
  /** The record of the token that was presented; undefined when it was a password. */
  readonly token: Authorization | undefined;
}

/**
 * An endpoint that wants to know its caller. Its `access` says how: `password`, with a one-time password where the
 * user has one, or `credentials`, which a token is too.
 */
export const endpoint = declareFor<AuthorizationContext, Caller>();

/** An endpoint for everybody; credentials are checked all the same when there are any. */
export const publicEndpoint = declareFor<AuthorizationContext, Caller | undefined>();
