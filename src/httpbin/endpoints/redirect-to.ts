import { Type } from 'typebox';
import { HttpError } from '../../http/errors.ts';
import { endpoint } from '../context.ts';
import { toRedirectTarget } from '../redirect-target.ts';

export const redirectTo = endpoint({
  path: '/redirect-to',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'],
  tag: 'Redirects',
  summary: 'Redirects to the given URL.',
  description:
    'The target is relative, or a URL of http or https; whoever runs this server may have named the only hosts it can lead to. Names in the query are the same in any case.',
  anyCaseQuery: true,
  query: {
    url: Type.Optional(Type.String({ description: 'Where to go.' })),
    status_code: Type.String({
      description: 'Status of the redirect; 302 when it is not from 300 to 399.',
      default: '302',
    }),
  },
  responses: {
    302: 'Empty.',
    307: 'Empty, as with any other status that was asked for.',
    400: 'There is no target, or none that can be redirected to.',
    403: 'Redirects to this host are not allowed here.',
  },
  examples: [
    { path: '/redirect-to?url=/get', status: 302, answers: [['Location', '/get']] },
    {
      path: '/redirect-to?url=http%3A%2F%2Fexample.com%2F&status_code=307',
      status: 307,
      answers: [['Location', 'http://example.com/']],
    },
    { method: 'PUT', path: '/redirect-to?URL=/put', status: 302, answers: [['Location', '/put']] },
    { path: '/redirect-to?url=javascript:alert(1)', status: 400 },
  ],

  handle({ query, exchange, service }) {
    if (query.url === undefined) throw new HttpError(400, 'The query names no url to redirect to.');
    const location = toRedirectTarget(query.url, service.allowedRedirectDomains);
    exchange.send(
      toStatus(query.status_code),
      [
        ['Content-Type', 'text/html; charset=utf-8'],
        ['Location', location],
      ],
      '',
    );
  },
});

/** Compat: whole numbers as Python reads them. */
function toStatus(text: string): number {
  if (!/^\s*[+-]?\d+(?:_\d+)*\s*$/.test(text))
    throw new HttpError(400, 'status_code: must be a whole number');
  const status = Number(text.replaceAll('_', ''));
  return status >= 300 && status < 400 ? status : 302;
}
