import { Type } from 'typebox';
import type { Endpoint } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';
import { reasonPhrase } from '../http/fields.ts';
import { emptyResponse, TextContent } from '../http/response.ts';
import type { Service } from '../http/service.ts';
import { createAdmission } from './admission.ts';
import { linkFields } from './answers/answer.ts';
import { createErrorRenderer } from './answers/error-answer.ts';
import { noRoute } from './answers/errors.ts';
import { answerOptions, createCommonFields } from './answers/manner.ts';
import { ApiError, ConfiguredError } from './answers/refusals.ts';
import { storeErrorToHttp } from './answers/store-errors.ts';
import { MAX_BODY_SIZE } from './body-size.ts';
import { endpoints as all } from './endpoints/index.ts';
import { root } from './endpoints/root.ts';
import type { Era } from './eras/era.ts';
import { familyOf } from './lifecycle/deprecation.ts';
import type { AuthorizationParts } from './parts.ts';
import { createSignIn } from './sign-in/sign-in.ts';

/** The authorization management API at `/api/v3`. */
export function createAuthorizationService(parts: AuthorizationParts): Service {
  const endpoints = endpointsOf(parts.era);
  const admission = createAdmission(parts, createSignIn(parts));

  function answerPreflight(exchange: Exchange): void {
    admission.enter(exchange);
    answerOptions(exchange, linkFields(parts, exchange, undefined));
  }

  return {
    name: 'authorizations',
    title: 'Authorization Management API',
    version: '3',
    description: 'The deprecated OAuth grants and authorizations interface of GitHub Enterprise.',
    prefix: '/api/v3',
    otherPrefixes: ['/api/graphql'],
    maxBodySize: MAX_BODY_SIZE,
    pathDecoding: 'segment',
    endpoints,
    security: SECURITY,
    tags: TAGS,
    errorContent: { 'application/json': ApiError, 'text/html': TextContent },
    otherErrorContent: {
      'application/json': Type.Union([ApiError, ConfiguredError]),
      'text/html': TextContent,
    },
    jsonAlternatives: { 'application/javascript': TextContent },
    otherResponses: { 204: emptyResponse('To OPTIONS.') },
    context: parts,
    jsonType: 'application/json; charset=utf-8',
    toJson: JSON.stringify,
    reasonPhrase,
    commonFields: createCommonFields(parts),
    answered: parts.audit.record,
    async close() {
      await parts.tokenUses.close();
      await parts.audit.close();
      await parts.notices.flush();
    },
    toHttpError: storeErrorToHttp,
    renderError: createErrorRenderer({ ...parts, endpoints }),
    options: answerPreflight,
    admit: admission.admit,
    unknownMethod: noRoute,

    /** Compat: what is not there, or not with this method, is 404, and in the deprecated family only after sign-in. */
    async miss(exchange) {
      const { method, path } = exchange;
      if (method === 'OPTIONS') return answerPreflight(exchange);
      if (path === '/api/v3/' && (method === 'GET' || method === 'HEAD')) {
        exchange.template = root.path;
        const caller = await admission.admit(exchange, root);
        return root.handle({ params: {}, query: {}, body: undefined, exchange, service: parts, caller });
      }
      await admission.admit(exchange, toAccess(exchange));
      throw noRoute();
    },
  };
}

const SCHEMES = {
  password: { password: { type: 'http', scheme: 'basic', description: 'Login and password.' } },
  token: { token: { type: 'http', scheme: 'bearer', description: 'A token.' } },
  client: {
    client: {
      type: 'http',
      scheme: 'basic',
      description: 'Client ID and client secret of an application.',
    },
  },
};

const SECURITY: NonNullable<Service['security']> = {
  default: {
    description: 'None, or those of any user.',
    schemes: { ...SCHEMES.password, ...SCHEMES.token },
    isOptional: true,
  },
  password: { description: 'Login and password.', schemes: SCHEMES.password },
  credentials: {
    description: 'A token, or login and password.',
    schemes: { ...SCHEMES.token, ...SCHEMES.password },
  },
  client: { description: 'Client ID and client secret of an application.', schemes: SCHEMES.client },
  administrator: {
    description: 'A token of a site administrator with the scope site_admin, or login and password of one.',
    schemes: { ...SCHEMES.token, ...SCHEMES.password },
  },
};

const TAGS = {
  Meta: 'The API itself: its release, its rate limits.',
  'OAuth applications': 'Applications and their tokens, called with client ID and secret.',
  'OAuth authorizations': 'Authorizations and grants of the signed-in user.',
  'Enterprise administration': 'Users and tokens of the appliance, for site administrators.',
  Organizations: 'Organizations, and the tokens that may reach them by single sign-on.',
  Users: 'Users.',
};

/** Those that the release has; a later one's are not there. */
function endpointsOf(era: Era): readonly Endpoint[] {
  return all.filter(
    ({ path }) =>
      (era.hasTokenEndpoints || !/\/applications\/\{client_id\}\/(?:token|grant)$/.test(path)) &&
      (era.hasScopedTokens || !path.endsWith('/token/scoped')) &&
      (era.hasAdministration || !/\/admin\/|\/suspended$/.test(path)),
  );
}

/** What is asked of whoever calls what is not there: the same as of what is there beside it. */
function toAccess(exchange: Exchange): Pick<Endpoint, 'access'> {
  if (familyOf(exchange) === 'authorizations') return { access: 'password' };
  return OF_APPLICATIONS.test(exchange.path) ? { access: 'client' } : {};
}

const OF_APPLICATIONS = /^\/api\/v3\/applications\/[^/]+\/(?:tokens?|grants?)(?:\/|$)/;
