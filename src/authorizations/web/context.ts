import { declareFor } from '../../http/endpoint.ts';
import type { AuthorizationParts } from '../parts.ts';
import type { User } from '../store.ts';
import type { Sessions } from './sessions/sessions.ts';

/** The context of the account pages. */
export interface WebContext extends AuthorizationParts {
  readonly sessions: Sessions;
}

/** A browser with a session secret, signed in or not. */
export interface Visitor {
  /** The value of the session cookie. Form tokens are derived from it. The store contains its digest only. */
  readonly secret: string;
  /** Whether the browser does not have the cookie yet. */
  readonly isNew: boolean;
  /** Undefined until the password is verified. */
  readonly user: User | undefined;
  /** Whether sign-in is complete, with the second factor. */
  readonly isSignedIn: boolean;
}

/** A visitor with an account. */
export interface Member extends Visitor {
  readonly user: User;
}

/** Declares a page that requires no sign-in. */
export const page = declareFor<WebContext, Visitor>();

/** Declares a page for signed-in users, with `access: 'session'`. Others are redirected to the sign-in page. */
export const memberPage = declareFor<WebContext, Member>();
