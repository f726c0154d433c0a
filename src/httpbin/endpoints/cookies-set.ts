import { Type } from 'typebox';
import { toSetCookie } from '../../http/cookies.ts';
import { HttpError } from '../../http/errors.ts';
import { isSecure } from '../absolute-url.ts';
import { endpoint } from '../context.ts';
import { redirect } from '../redirect.ts';

export const setCookie = endpoint({
  path: '/cookies/set/{name}/{value}',
  methods: ['GET'],
  tag: 'Cookies',
  summary: 'Sets a cookie and redirects to the cookie list.',
  params: {
    name: Type.String({ description: "The cookie's name." }),
    value: Type.String({ description: "The cookie's value; it is quoted where it has to be." }),
  },
  responses: { 302: 'A page that links to `/cookies`.', 400: 'No cookie can have this name.' },
  examples: [
    {
      path: '/cookies/set/flavour/oatmeal',
      status: 302,
      answers: [
        ['Location', '/cookies'],
        ['Set-Cookie', 'flavour=oatmeal; Path=/'],
      ],
    },
  ],

  handle({ params, exchange }) {
    const cookie = toSetCookie(params.name, params.value, { path: '/', secure: isSecure(exchange) });
    if (cookie === undefined) throw new HttpError(400, 'No cookie can have this name.');
    redirect(exchange, '/cookies', [['Set-Cookie', cookie]]);
  },
});
