import { Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import { emptyResponse, TextContent } from '#http/message/response.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import type { ServiceDocumentation } from '#http/routing/service-documentation.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { endpoints as all } from './api/endpoints/index.ts';
import { createAuthentication, requireUserAgent } from './domain/authentication/authentication.ts';
import { closeBackgroundWrites } from './domain/authentication/background-writes.ts';
import type { AuthorizationContext } from './domain/context.ts';
import { MAX_BODY_SIZE } from './domain/context.ts';
import { noRoute, storeErrorToHttp } from './domain/errors/errors.ts';
import { familyOf } from './domain/lifecycle/deprecation.ts';
import type { ReleaseProfile } from './domain/release-profiles/release-profile.ts';
import { ConfiguredError, ErrorBody } from './domain/resources/response-schemas.ts';
import { createErrorRenderer } from './domain/responses/error-response.ts';
import { linkFields } from './domain/responses/respond.ts';
import { createCommonFields, respondToOptions } from './domain/responses/response-format.ts';
import { createSignIn } from './domain/sign-in/sign-in.ts';

export const API_PREFIX = '/api/v3';

export const OTHER_API_PREFIXES: readonly string[] = ['/api/graphql'];

/** The authorization management API at `/api/v3`. */
export function createAuthorizationService(context: AuthorizationContext): Service {
  const endpoints = endpointsOf(context.release);
  let closing: Promise<void> | undefined;
  const authenticate = createAuthentication({ ...context, signIn: createSignIn(context) });

  function respondToPreflight(exchange: Exchange): void {
    requireUserAgent({ exchange });
    respondToOptions(exchange, linkFields(context, exchange, undefined));
  }

  return {
    name: 'api',
    documentation: {
      title: 'Authorization Management API',
      version: '3',
      description: 'The deprecated OAuth grants and authorizations interface of GitHub Enterprise.',
      security: SECURITY,
      tags: TAGS,
      errorContent: { 'application/json': ErrorBody, 'text/html': TextContent },
      otherErrorContent: {
        'application/json': Type.Union([ErrorBody, ConfiguredError]),
        'text/html': TextContent,
      },
      jsonAlternatives: { 'application/javascript': TextContent },
      otherResponses: { 204: emptyResponse('The response to OPTIONS.') },
    },
    prefix: API_PREFIX,
    otherPrefixes: OTHER_API_PREFIXES,
    maxBodySize: MAX_BODY_SIZE,
    pathDecoding: 'segment',
    endpoints,
    context,
    format: {
      jsonType: 'application/json; charset=utf-8',
      toJson: JSON.stringify,
      reasonPhrase,
      commonFields: createCommonFields(context),
      onResponse: context.audit.record,
      renderError: createErrorRenderer({ ...context, endpoints }),
    },
    fallback: {
      options: respondToPreflight,

      /** Compat: an unknown path or method gets 404, in the deprecated family after authentication. */
      async unmatched(exchange) {
        if (exchange.method === 'OPTIONS') return respondToPreflight(exchange);
        await authenticate(exchange, chooseAccess(exchange));
        throw noRoute();
      },
    },
    close() {
      closing ??= closeBackgroundWrites(context);
      return closing;
    },
    toHttpError: storeErrorToHttp,
    authenticate,
  };
}

const LOGIN = 'Login, or e-mail address, and password.';

const SCHEMES = {
  password: { password: { type: 'http', scheme: 'basic', description: LOGIN } },
  token: { token: { type: 'http', scheme: 'bearer', description: 'A token.' } },
  client: {
    client: {
      type: 'http',
      scheme: 'basic',
      description: 'Client ID and client secret of an application.',
    },
  },
};

const SECURITY: NonNullable<ServiceDocumentation['security']> = {
  default: {
    description: 'None, or those of any user.',
    schemes: { ...SCHEMES.password, ...SCHEMES.token },
    isOptional: true,
  },
  password: { description: LOGIN, schemes: SCHEMES.password },
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
  Meta: 'Release and rate limits of the API.',
  'OAuth applications': 'Applications and their tokens, called with client ID and secret.',
  'OAuth authorizations': 'Authorizations and grants of the signed-in user.',
  'Enterprise administration': 'Users and tokens of the appliance, for site administrators.',
  Organizations: 'Organizations, and the tokens that are authorized for them.',
  Users: 'Users.',
};

/** The endpoints that the release has. */
function endpointsOf(release: ReleaseProfile): readonly Endpoint[] {
  return all.filter(
    ({ path }) =>
      (release.hasTokenEndpoints || !/\/applications\/\{client_id\}\/(?:token|grant)$/.test(path)) &&
      (release.hasScopedTokens || !path.endsWith('/token/scoped')) &&
      (release.hasAdministration || !/\/admin\/|\/suspended$/.test(path)),
  );
}

/** The credentials that an unknown path requires: those of the endpoints of the same family. */
function chooseAccess(exchange: Exchange): Pick<Endpoint, 'access'> {
  if (familyOf(exchange) === 'authorizations') return { access: 'password' };
  return OF_APPLICATIONS.test(exchange.path) ? { access: 'client' } : {};
}

const OF_APPLICATIONS = /^\/api\/v3\/applications\/[^/]+\/(?:tokens?|grants?)(?:\/|$)/;
