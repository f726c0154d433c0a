import { Type } from 'typebox';
import { metaSection } from '../../domain/errors/documentation.ts';
import { errorResponses, notModified } from '../../domain/resources/response-schemas.ts';
import { respond } from '../../domain/responses/respond.ts';
import { publicEndpoint } from '../endpoint.ts';

export const meta = publicEndpoint({
  path: '/api/v3/meta',
  tag: 'Meta',
  summary: 'Returns the release, and whether passwords are accepted.',
  documentation: metaSection('get-github-enterprise-server-meta-information'),
  responses: {
    200: Type.Object({
      verifiable_password_authentication: Type.Boolean(),
      installed_version: Type.Optional(Type.String({ description: 'Appliances only.' })),
    }),
    304: notModified,
    ...errorResponses(401),
  },
  examples: [{ status: 200, responseFields: [['X-GitHub-Enterprise-Version', /^\d+\.\d+\.\d+$/]] }],

  handle(call) {
    const { release, lifecycle } = call.service;
    respond(call, 200, {
      verifiable_password_authentication: lifecycle.takesPasswords,
      ...(release.enterpriseVersion !== undefined && { installed_version: release.enterpriseVersion }),
    });
  },
});
