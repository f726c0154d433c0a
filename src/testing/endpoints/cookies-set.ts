import { Type } from 'typebox';
import { redirectResponse } from '#http/message/response.ts';
import { parsePairs } from '#http/syntax/query.ts';
import {
  defaultAttributes,
  formatCookieLine,
  parseCookieAttributes,
  sendCookies,
} from '../generation/set-cookie.ts';
import { endpoint } from '../request/context.ts';
import { rejectAccountCookies } from '../responses/headers/accounts-origin.ts';

const ACCOUNT_COOKIE = 'Browsers would send the cookies to the sign-in pages.';

export const setCookie = endpoint({
  path: '/cookies/set/{name}/{value}',
  tag: 'Cookies',
  summary: 'Sets a cookie, and redirects to the cookie list.',
  params: {
    name: Type.String({ description: 'The name of the cookie.' }),
    value: Type.String({ description: 'The value of the cookie, quoted if necessary.' }),
  },
  responses: {
    302: redirectResponse('A page that links to `/cookies`.'),
    400: 'The cookie name is invalid.',
    403: ACCOUNT_COOKIE,
  },
  compare: {
    httpbin: ['same', 'Values are quoted where necessary.'],
    httpbun: ['same', 'Values are quoted where necessary.'],
    'go-httpbin': ['better', 'A 404 there.'],
  },
  examples: [
    {
      title: 'One cookie',
      path: '/cookies/set/flavour/oatmeal',
      status: 302,
      responseFields: [
        ['Location', '/cookies'],
        ['Set-Cookie', /^flavour=oatmeal; (Secure; )?Path=\/$/],
      ],
    },
  ],

  handle({ params, exchange, service }) {
    const line = formatCookieLine(params.name, params.value, defaultAttributes(exchange));
    rejectAccountCookies([line], service);
    sendCookies(exchange, [line]);
  },
});

export const setCookies = endpoint({
  path: '/cookies/set',
  tag: 'Cookies',
  summary: 'Sets the cookies in the query, and redirects to the cookie list.',
  description:
    'The first value of a repeated name counts. Attributes apply to all cookies: `attr[Domain]`, `attr[Expires]`, `attr[HttpOnly]`, `attr[Max-Age]`, `attr[Partitioned]`, `attr[Path]`, `attr[SameSite]` and `attr[Secure]`, in any case. Boolean attributes are set with `true` or `1`.',
  responses: {
    302: redirectResponse('A page that links to `/cookies`.'),
    400: 'A cookie name or attribute is invalid.',
    403: ACCOUNT_COOKIE,
  },
  compare: {
    httpbin: ['better', 'Supports cookie attributes.'],
    httpbun: ['better', 'Supports cookie attributes.'],
    'go-httpbin': ['different', '`HttpOnly` only on request; more attributes, and an invalid one gets 400.'],
  },
  examples: [
    {
      title: 'Two cookies',
      path: '/cookies/set?flavour=oatmeal&size=large',
      status: 302,
      responseFields: [
        ['Location', '/cookies'],
        ['Set-Cookie', /^flavour=oatmeal; (Secure; )?Path=\/$/],
      ],
    },
    {
      title: 'Attributes',
      path: '/cookies/set?flavour=oatmeal&attr%5BHttpOnly%5D=true&attr%5BSameSite%5D=Lax',
      status: 302,
      responseFields: [['Set-Cookie', /^flavour=oatmeal; (Secure; )?HttpOnly; Path=\/; SameSite=Lax$/]],
    },
    {
      title: 'An unknown value of an attribute',
      path: '/cookies/set?flavour=oatmeal&attr%5BSameSite%5D=maybe',
      status: 400,
    },
    {
      title: 'A path that is not allowed',
      path: '/cookies/set?flavour=oatmeal&attr%5BPath%5D=/settings',
      status: 403,
    },
  ],

  handle({ exchange, service }) {
    const input = new Map<string, string>();
    for (const [name, value] of parsePairs(exchange.query ?? ''))
      if (!input.has(name)) input.set(name, value);
    const { attributes, rest } = parseCookieAttributes(input, defaultAttributes(exchange));
    const lines = [...rest].map(([name, value]) => formatCookieLine(name, value, attributes));
    rejectAccountCookies(lines, service);
    sendCookies(exchange, lines);
  },
});
