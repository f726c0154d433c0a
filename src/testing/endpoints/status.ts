import { Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { anyResponse, emptyResponse, redirectResponse } from '#http/message/response.ts';
import { errorOrTextResponse } from '../generation/error-response.ts';
import { NotAcceptable, statusResponse } from '../generation/status-responses.ts';
import { endpoint } from '../request/context.ts';
import { chooseStatus, parseStatusChoices, type StatusChoice } from '../responses/syntax/status-choice.ts';

export const status = endpoint({
  path: '/status/{codes}',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'],
  tag: 'Status codes',
  summary: 'Returns the given status code, or a random one of several.',
  description:
    'Commas separate several codes, which may have weights: `200:3,500:1`. Codes range from 200 to 999, over HTTP/1.1 and HTTP/2.',
  params: { codes: Type.String({ description: 'One code, or several with weights.' }) },
  responses: {
    200: emptyResponse('No content, as for every code without a special response.'),
    204: 'No content.',
    302: redirectResponse('A redirect to `/redirect/1`, also for 301, 303, 305 and 307.'),
    400: errorOrTextResponse('A code is invalid.'),
    401: emptyResponse('A Basic challenge.'),
    406: NotAcceptable,
    407: emptyResponse('A Basic challenge of a proxy.'),
    418: anyResponse('A teapot.'),
    500: emptyResponse('No content.'),
    default: anyResponse('The requested status.'),
  },
  compare: {
    httpbin: ['better', 'A 1xx code gets 400 with a reason; httpbin breaks the connection.'],
    'go-httpbin': ['different', 'Special responses and reason phrases are those of httpbin.'],
    httpbun: ['different', 'There is no content, except for codes with a special response.'],
    httpcan: ['different', 'There is no content, except for codes with a special response.'],
    'Postman Echo': ['different', 'There is no content, except for codes with a special response.'],
    mockhttp: ['different', 'Unregistered codes are sent unchanged; supports weights.'],
  },
  examples: [
    { title: 'No content', path: '/status/204', status: 204 },
    { title: 'One of two, by weight', path: '/status/200:0,500:1', status: 500 },
    { title: 'A redirect', path: '/status/302', status: 302, responseFields: [['Location', '/redirect/1']] },
    {
      title: 'A challenge',
      path: '/status/401',
      status: 401,
      responseFields: [['WWW-Authenticate', 'Basic realm="Fake Realm"']],
    },
    { title: 'Not acceptable', path: '/status/406', status: 406 },
    {
      title: 'A challenge of a proxy',
      path: '/status/407',
      status: 407,
      responseFields: [['Proxy-Authenticate', 'Basic realm="Fake Realm"']],
    },
    { title: 'A teapot', path: '/status/418', status: 418 },
    { title: 'Any method', method: 'POST', path: '/status/200', status: 200 },
    { title: 'Not a status', path: '/status/nonsense', status: 400 },
  ],

  handle({ params, exchange, service }) {
    if (ONE_STATUS.test(params.codes)) return sendStatus(Number(params.codes), exchange);
    const choices = parseStatusChoices(params.codes);
    if (!choices?.every(isStatus)) return exchange.send(400, PLAIN_TEXT, 'Invalid status code');
    if (choices.some(isInformational)) {
      throw new HttpError(
        400,
        'A 1xx status is always followed by another status, so it cannot be a response.',
      );
    }
    sendStatus(chooseStatus(choices, service.runtime.fraction), exchange);
  },
});

/** The usual path: one code that is not informational. */
const ONE_STATUS = /^[2-9]\d\d$/;

function sendStatus(status: number, exchange: Exchange): void {
  const { fields, content } = statusResponse(status);
  exchange.send(status, fields, content);
}

const PLAIN_TEXT = [['Content-Type', 'text/plain; charset=utf-8']] as const;

function isStatus({ status }: StatusChoice): boolean {
  return status >= 100 && status <= 999;
}

function isInformational({ status }: StatusChoice): boolean {
  return status < 200;
}
