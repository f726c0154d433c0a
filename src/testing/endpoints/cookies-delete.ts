import { redirectResponse } from '#http/message/response.ts';
import { formatHttpDate } from '#http/syntax/http-date.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { formatCookieLine, sendCookies } from '../generation/set-cookie.ts';
import { endpoint } from '../request/context.ts';
import { rejectReservedCookies } from '../responses/headers/accounts-origin.ts';

export const deleteCookies = endpoint({
  path: '/cookies/delete',
  tag: 'Cookies',
  summary: 'Deletes the cookies in the query, and redirects to the cookie list.',
  responses: {
    302: redirectResponse('A page that links to `/cookies`.'),
    400: 'A cookie name is invalid.',
    403: 'The cookie belongs to the sign-in pages.',
  },
  compare: {
    httpbin: ['same', 'Sets `Max-Age=0` and an expiry date in 1970.'],
    httpbun: ['same', 'Sets `Max-Age=0` and an expiry date in 1970.'],
    'go-httpbin': ['different', 'The value is removed.'],
  },
  examples: [
    {
      title: 'One cookie',
      path: '/cookies/delete?flavour',
      status: 302,
      responseFields: [
        ['Location', '/cookies'],
        ['Set-Cookie', 'flavour=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/'],
      ],
    },
  ],

  handle({ exchange, service }) {
    const names = new Set(parsePairs(exchange.query ?? '').map(([name]) => name));
    const lines = [...names].map((name) => formatDeletion(name, exchange.prefix || '/'));
    rejectReservedCookies(lines, service);
    sendCookies(exchange, lines);
  },
});

function formatDeletion(name: string, path: string): string {
  return formatCookieLine(name, '', { expires: formatHttpDate(0), maxAge: 0, path });
}
