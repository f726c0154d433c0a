import { answer } from '../answers/answer.ts';
import { overviewSection } from '../answers/documentation.ts';
import { copyIsCurrent, refusals } from '../answers/refusals.ts';
import { toUrlTemplates, UrlTemplates } from '../answers/url-templates.ts';
import { publicEndpoint } from '../context.ts';

export const root = publicEndpoint({
  path: '/api/v3',
  methods: ['GET'],
  tag: 'Meta',
  summary: 'Returns the URL templates of the API.',
  description: 'Clients find their way from here. It lists what the original lists, served here or not.',
  documentation: overviewSection('resources-in-the-rest-api', 'root-endpoint'),
  responses: { 200: UrlTemplates, 304: copyIsCurrent, ...refusals(401) },
  examples: [
    { path: '/api/v3', status: 200 },
    { path: '/api/v3/', status: 200 },
    { path: '/api/v3', fields: [['Authorization', 'token unknown']], status: 401 },
  ],

  handle(call) {
    answer(call, 200, toUrlTemplates(call.service.addresses.of(call.exchange)));
  },
});
