import { declareFor } from '../../http/endpoint.ts';
import type { AuthorizationContext } from '../context.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Member, Visitor } from './sessions/visitor.ts';

/** The context of the account pages. */
export interface WebContext extends AuthorizationContext {
  readonly sessions: Sessions;
}

/** Declares a page that requires no sign-in. */
export const page = declareFor<WebContext, Visitor>();

/** Declares a page for signed-in users, with `access: 'session'`. Others are redirected to the sign-in page. */
export const memberPage = declareFor<WebContext, Member>();
