import { HttpError, methodNotAllowed, notFound } from '../../http/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type Fields, reasonPhrase } from '../../http/fields.ts';
import { parsePairs } from '../../http/query.ts';
import { emptyResponse, TextContent } from '../../http/response.ts';
import type { Service } from '../../http/service.ts';
import { SESSION_COOKIE } from '../../http/session-cookie-name.ts';
import { MAX_BODY_SIZE } from '../body-size.ts';
import type { AuthorizationParts } from '../parts.ts';
import type { Visitor, WebContext } from './context.ts';
import { endpoints } from './endpoints/index.ts';
import { exchangeCode } from './endpoints/login-oauth-access-token.ts';
import { createErrorView } from './error-page.ts';
import { createSessions } from './sessions/sessions.ts';

/** The pages on which people sign in, let applications in, and see and revoke what they granted. */
export function createWebService(parts: AuthorizationParts): Service {
  const context: WebContext = { ...parts, sessions: createSessions(parts) };
  return {
    name: 'pages',
    title: 'Accounts and OAuth flows',
    version: '3',
    description: 'Sign-in, consent, settings, and the web and device flows of OAuth applications.',
    prefix: '',
    maxBodySize: MAX_BODY_SIZE,
    pathDecoding: 'whole',
    endpoints,
    entrance: '/settings',
    security: {
      session: {
        description: 'A browser that is signed in. Over https, the name begins with `__Secure-`.',
        schemes: { session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE } },
      },
    },
    tags: {
      'Signing in': 'Password and second factor.',
      'OAuth flows': 'Web and device flows of applications.',
      Settings: 'Tokens, applications and security of the signed-in user.',
    },
    errorContent: { 'text/html': TextContent },
    otherResponses: {
      204: emptyResponse('To OPTIONS.'),
      303: emptyResponse('From `/` to the settings, where the pages have a port of their own.'),
    },
    context,
    jsonType: 'application/json; charset=utf-8',
    toJson: JSON.stringify,
    reasonPhrase,
    commonFields: () => ALWAYS,
    renderError: createErrorView(),
    options: (exchange, allow) => exchange.empty(204, [['Allow', allow]]),

    async admit(exchange, { access, query }): Promise<Visitor> {
      const visitor = await context.sessions.visitor(exchange);
      if (access === 'session' && !visitor.isSignedIn)
        throw signInFirst(exchange, query !== undefined && 'login' in query);
      return visitor;
    },

    miss({ template }, allow) {
      // Compat: GitHub has no other method here.
      if (template === exchangeCode.path) throw notFound();
      throw allow === undefined ? notFound() : methodNotAllowed(allow);
    },
  };
}

/**
 * Sends the browser to the sign-in page: back to a page that was requested, not to a form that was sent.
 * @param hasLogin whether the page takes the parameter `login`, which is filled in on the sign-in page
 */
function signInFirst({ method, path, query }: Exchange, hasLogin: boolean): HttpError {
  const target = query === undefined ? path : `${path}?${query}`;
  const isPage = method === 'GET' || method === 'HEAD';
  const [, login] = (hasLogin && parsePairs(query ?? '').find(([name]) => name === 'login')) || [];
  const hint = login ? `&login=${encodeURIComponent(login)}` : '';
  const location = isPage ? `/login?return_to=${encodeURIComponent(target)}${hint}` : '/login';
  return new HttpError(isPage ? 302 : 303, 'Sign in first.', { fields: [['Location', location]] });
}

const ALWAYS: Fields = [
  ['X-Frame-Options', 'deny'],
  ['X-Content-Type-Options', 'nosniff'],
];
