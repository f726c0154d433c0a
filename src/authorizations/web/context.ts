import { declareFor } from '../../http/endpoint.ts';
import type { AuthorizationParts } from '../parts.ts';
import type { User } from '../store.ts';
import type { Sessions } from './sessions/sessions.ts';

/** What the handlers of the pages are given. */
export interface WebContext extends AuthorizationParts {
  readonly sessions: Sessions;
}

/** Whoever looks at a page: a browser that has a secret of its own, signed in or not. */
export interface Visitor {
  /** What the browser's cookie carries. Tokens of forms are made from it; the store keeps its digest. */
  readonly secret: string;
  /** Whether the browser has yet to be given the secret. */
  readonly isNew: boolean;
  /** Undefined until the password was right. */
  readonly user: User | undefined;
  /** Whether nothing is missing any more, the second factor for instance. */
  readonly isSignedIn: boolean;
}

/** A visitor who is known. */
export interface Member extends Visitor {
  readonly user: User;
}

/** A page for everybody. */
export const page = declareFor<WebContext, Visitor>();

/** A page for those who have signed in: its `access` is `session`. Others are sent to sign in first. */
export const memberPage = declareFor<WebContext, Member>();
