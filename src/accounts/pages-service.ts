import { HttpError, methodNotAllowed, notFound } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { emptyResponse, TextContent } from '#http/message/response.ts';
import type { Service } from '#http/routing/service.ts';
import type { Field, Fields } from '#http/syntax/fields.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { Navigation } from '#pages/navigation.ts';
import type { AuthorizationContext } from './domain/context.ts';
import { MAX_BODY_SIZE } from './domain/context.ts';
import { storeErrorToHttp } from './domain/errors/errors.ts';
import { SESSION_COOKIE } from './domain/request/account-cookies.ts';
import { endpoints } from './pages/endpoints/index.ts';
import { exchangeCode } from './pages/endpoints/login-oauth-access-token.ts';
import type { WebContext } from './pages/sessions/context.ts';
import { createSessions } from './pages/sessions/sessions.ts';
import type { Visitor } from './pages/sessions/visitor.ts';
import { renderAccountError } from './pages/shell/error-page.ts';

/** The pages where users sign in, authorize applications, and manage tokens and security. */
export function createWebService(authorizationContext: AuthorizationContext): Service {
  const context: WebContext = { ...authorizationContext, sessions: createSessions(authorizationContext) };
  return {
    name: 'accounts',
    documentation: {
      title: 'Accounts and OAuth flows',
      version: '3',
      description: 'Sign-in, consent, settings, and the web and device flows of OAuth applications.',
      security: {
        session: {
          description: 'The cookie of a signed-in browser. Over https, its name begins with `__Secure-`.',
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
        204: emptyResponse('The response to OPTIONS.'),
        303: emptyResponse('From `/` to the settings, where the pages have their own port.'),
      },
    },
    prefix: '',
    maxBodySize: MAX_BODY_SIZE,
    pathDecoding: 'path',
    endpoints,
    extension: new Navigation(
      [{ title: 'Account', path: '/settings', position: 70, isAccount: true }],
      '/settings',
    ),
    context,
    format: {
      jsonType: 'application/json; charset=utf-8',
      toJson: JSON.stringify,
      reasonPhrase,
      commonFields: (exchange) =>
        WEB_FLOW.has(exchange?.route.template ?? '') ? COMMON_FIELDS : [...COMMON_FIELDS, ISOLATION],
      renderError: renderAccountError,
    },
    fallback: {
      options: (exchange, allow) => exchange.empty(204, [['Allow', allow]]),

      unmatched({ route }, allow) {
        // Compat: GitHub answers other methods with 404.
        if (route.template === exchangeCode.path) throw notFound();
        throw allow === undefined ? notFound() : methodNotAllowed(allow);
      },
    },
    toHttpError: storeErrorToHttp,
    async authenticate(exchange, { access, query }): Promise<Visitor> {
      const visitor = await context.sessions.visitor(exchange);
      if (access === 'session' && !visitor.isSignedIn)
        throw signInFirst(exchange, query !== undefined && 'login' in query);
      return visitor;
    },
  };
}

/**
 * Redirects to the sign-in page, with the requested page as return path. A submitted form has no return path.
 * @param hasLogin whether the page has the parameter `login`, which is filled in on the sign-in page
 */
function signInFirst({ method, path, query, prefix }: Exchange, hasLogin: boolean): HttpError {
  const target = query === undefined ? path : `${path}?${query}`;
  const isPage = method === 'GET' || method === 'HEAD';
  const [, login] = (hasLogin && parsePairs(query ?? '').find(([name]) => name === 'login')) || [];
  const hint = login ? `&login=${encodeURIComponent(login)}` : '';
  const location = `${prefix}/login${isPage ? `?return_to=${encodeURIComponent(target)}${hint}` : ''}`;
  return new HttpError(isPage ? 302 : 303, 'Sign in to continue.', { fields: [['Location', location]] });
}

const COMMON_FIELDS: Fields = [
  ['X-Frame-Options', 'deny'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

/** A page of another origin that opens a window keeps no reference to it. */
const ISOLATION: Field = ['Cross-Origin-Opener-Policy', 'same-origin'];

/**
 * The pages of the web flow, without isolation: an application may open the flow in a window, and its callback then needs
 * `window.opener`, which a page or redirect with isolation removes for good.
 */
const WEB_FLOW: ReadonlySet<string> = new Set([
  '/login',
  '/login/two-factor',
  '/login/oauth/authorize',
  // The step of "Use another account".
  '/logout',
]);
