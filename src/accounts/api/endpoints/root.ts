import { overviewSection } from '../../domain/errors/documentation.ts';
import { errorResponses, notModified } from '../../domain/resources/response-schemas.ts';
import { buildUrlTemplates, UrlTemplates } from '../../domain/resources/url-templates.ts';
import { respond } from '../../domain/responses/respond.ts';
import { publicEndpoint } from '../endpoint.ts';

export const root = publicEndpoint({
  path: '/api/v3',
  otherPaths: ['/api/v3/'],
  tag: 'Meta',
  summary: 'Returns the URL templates of the API.',
  description:
    'Entry point for clients. It lists the URLs of the original, also those that this server does not serve.',
  documentation: overviewSection('resources-in-the-rest-api', 'root-endpoint'),
  responses: { 200: UrlTemplates, 304: notModified, ...errorResponses(401) },
  examples: [
    { title: 'Without credentials', status: 200 },
    { title: 'With a slash at the end', path: '/api/v3/', status: 200 },
    { title: 'An unknown token', fields: [['Authorization', 'token unknown']], status: 401 },
  ],

  handle(call) {
    respond(call, 200, buildUrlTemplates(call.service.addresses.of(call.exchange)));
  },
});
