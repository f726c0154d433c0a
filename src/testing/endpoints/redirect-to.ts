import { Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import { readBody } from '#http/message/body/body.ts';
import { redirectResponse } from '#http/message/response.ts';
import { streamBody } from '#http/routing/endpoint.ts';
import { isForm, parseForm } from '../request/body.ts';
import { endpoint } from '../request/context.ts';
import { parseLocation } from '../responses/headers/redirect-target.ts';

/** The fields of the form. */
const Form = Type.Object({
  url: Type.Optional(Type.String({ description: 'The target.' })),
  status_code: Type.Optional(Type.String({ description: 'Status of the redirect.' })),
});

export const redirectTo = endpoint({
  path: '/redirect-to',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'],
  tag: 'Redirects',
  summary: 'Redirects to the given URL.',
  description:
    'The target is sent unchanged, even when no client can follow it; characters beyond ASCII are percent-encoded, unless a rule has the fault `location:utf8`. With `--allowed-redirect-domains`, it has to be relative, or an HTTP URL with one of those hosts. Parameter names are case-insensitive. A parameter that the query lacks is read from the form.',
  anyCaseQuery: true,
  query: {
    url: Type.Optional(Type.String({ description: 'The target.' })),
    status_code: Type.Optional(
      Type.String({
        description: 'Status of the redirect, by default 302; values outside 300 to 399 become 302.',
      }),
    ),
  },
  body: streamBody('The parameters that the query lacks. A body of another type is not read.', {
    'application/x-www-form-urlencoded': Form,
    'multipart/form-data': Form,
  }),
  responses: {
    302: redirectResponse('A redirect without content.'),
    307: redirectResponse('A redirect without content.'),
    '3XX': redirectResponse('A redirect without content, with the requested status.'),
    400: 'The target is missing, has a control character, or has no valid host.',
    403: 'Redirects to this host are not allowed.',
  },
  compare: {
    httpbin: [
      'better',
      'Reads the form that httpbin documents; redirects only to allowed hosts, if configured; a missing target gets 400.',
    ],
    'go-httpbin': ['different', 'Accepts paths, names in any case and any status.'],
    httpbun: ['different', 'Every host is allowed unless configured.'],
    httpcan: ['different', 'Redirects browsers without an intermediate page.'],
  },
  examples: [
    {
      title: 'To a path',
      path: '/redirect-to?url=/get',
      status: 302,
      responseFields: [['Location', '/get']],
    },
    {
      title: 'To another host, with 307',
      path: '/redirect-to?url=http%3A%2F%2Fexample.com%2F&status_code=307',
      status: 307,
      responseFields: [['Location', 'http://example.com/']],
    },
    {
      title: 'The parameter in capitals',
      method: 'PUT',
      path: '/redirect-to?URL=/put',
      status: 302,
      responseFields: [['Location', '/put']],
    },
    {
      title: 'A URL without a host',
      path: '/redirect-to?url=http://:1',
      status: 302,
      responseFields: [['Location', 'http://:1']],
    },
    {
      title: 'A form',
      method: 'POST',
      path: '/redirect-to',
      fields: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: 'url=/get&status_code=307',
      status: 307,
      responseFields: [['Location', '/get']],
    },
    { title: 'A line break in the URL', path: '/redirect-to?url=%0d%0aX-A:%201', status: 400 },
  ],

  async handle({ query, exchange, service }) {
    let { url, status_code: status } = query;
    // Other bodies are not read, so that they may be larger than the limit.
    if ((url === undefined || status === undefined) && isForm(exchange)) {
      const body = await readBody(exchange, service.maxBodySize, exchange.reserve(service.bodyBudget));
      const { fields = [] } = parseForm(exchange, body) ?? {};
      const first = (name: string) => fields.find(([each]) => each.toLowerCase() === name)?.[1];
      url ??= first('url');
      status ??= first('status_code');
    }
    if (url === undefined) throw new HttpError(400, 'Neither the query nor a form has a url to redirect to.');
    const location = parseLocation(url, service.allowedRedirectDomains);
    exchange.send(
      parseStatus(status ?? '302'),
      [
        ['Content-Type', 'text/html; charset=utf-8'],
        ['Location', location],
      ],
      '',
    );
  },
});

/** Compat: integers in the syntax of Python. */
function parseStatus(text: string): number {
  if (!/^\s*[+-]?\d+(?:_\d+)*\s*$/.test(text))
    throw new HttpError(400, 'status_code: must be a whole number');
  const status = Number(text.replaceAll('_', ''));
  return status >= 300 && status < 400 ? status : 302;
}
