import { declareFor } from '#http/routing/endpoint.ts';
import type { AuthorizationContext } from '../domain/context.ts';
import type { Caller, Client } from '../domain/request/caller.ts';

/**
 * Declares an endpoint that requires a user. Its `access` is `password` (with a one-time password where the user has
 * two-factor authentication), `credentials` (a password or a token), or `administrator` (credentials of a site
 * administrator).
 */
export const endpoint = declareFor<AuthorizationContext, Caller>();

/** Declares an endpoint that requires no credentials. Credentials that are sent are checked all the same. */
export const publicEndpoint = declareFor<AuthorizationContext, Caller | undefined>();

/** Declares an endpoint that requires the credentials of an application: its `access` is `client`. */
export const clientEndpoint = declareFor<AuthorizationContext, Client>();
