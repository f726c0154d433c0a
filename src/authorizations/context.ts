import { declareFor } from '../http/endpoint.ts';
import type { Surroundings } from '../http/service.ts';
import type { Addresses } from './answers/addresses.ts';
import type { AllCallFacts } from './audit/call-facts.ts';
import type { SecurityLog } from './audit/security-log.ts';
import type { Era } from './eras/era.ts';
import type { Lifecycle } from './lifecycle/lifecycle.ts';
import type { Outbox } from './sign-in/outbox.ts';
import type { Passwords } from './sign-in/passwords.ts';
import type { Application, Authorization, Store, User } from './store.ts';
import type { Switches } from './switches.ts';

/** What the handlers of the authorization service are given. */
export interface AuthorizationContext extends Surroundings {
  readonly store: Store;
  readonly addresses: Addresses;
  readonly era: Era;
  readonly switches: Switches;
  readonly lifecycle: Lifecycle;
  readonly facts: AllCallFacts;
  readonly securityLog: SecurityLog;
  readonly passwords: Passwords;
  readonly outbox: Outbox;
}

export interface Caller {
  readonly user: User;
  /** The record of the token that was presented; undefined when it was a password. */
  readonly token: Authorization | undefined;
}

/** Whoever calls as an application, with client id and secret in place of login and password. */
export interface Client {
  readonly application: Application;
}

/**
 * An endpoint that wants to know its caller. Its `access` says how: `password`, with a one-time password where the
 * user has one, `credentials`, which a token is too, or `administrator`: credentials of a site administrator.
 */
export const endpoint = declareFor<AuthorizationContext, Caller>();

/** An endpoint for everybody; credentials are checked all the same when there are any. */
export const publicEndpoint = declareFor<AuthorizationContext, Caller | undefined>();

/** An endpoint for applications: its `access` is `client`. */
export const clientEndpoint = declareFor<AuthorizationContext, Client>();
