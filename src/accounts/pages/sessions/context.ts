import { htmlResponse, redirectResponse } from '#http/message/response.ts';
import { declareFor } from '#http/routing/endpoint.ts';
import type { AuthorizationContext } from '../../domain/context.ts';
import type { Sessions } from './sessions.ts';
import type { Member, Visitor } from './visitor.ts';

/** The context of the account pages. */
export interface WebContext extends AuthorizationContext {
  readonly sessions: Sessions;
}

/** Declares a page or form that requires no sign-in. */
export const page = declareFor<WebContext, Visitor>();

/** Declares a page for signed-in users. Others are redirected to the sign-in page. */
export const memberPage = declareFor<WebContext, Member, 'responses'>({
  access: 'session',
  responses: { 200: htmlResponse('A page.'), 302: redirectResponse('The user is not signed in.') },
});

/** Declares a form for signed-in users, which redirects to a page with a notice. */
export const memberForm = declareFor<WebContext, Member, 'responses'>({
  methods: ['POST'],
  access: 'session',
  responses: {
    303: redirectResponse('The action is complete.'),
    403: 'The form is not from a page of this server.',
  },
});
