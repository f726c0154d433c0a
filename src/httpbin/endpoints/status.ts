import { Type } from 'typebox';
import { HttpError } from '../../http/errors.ts';
import { anyResponse, emptyResponse, redirectResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { errorOrTextResponse } from '../error-content.ts';
import { NotAcceptable, statusAnswer } from '../status-answers.ts';
import { chooseStatus, parseStatusChoices, type StatusChoice } from '../status-choice.ts';

export const status = endpoint({
  path: '/status/{codes}',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'],
  tag: 'Status codes',
  summary: 'Returns the given status code, or one of several at random.',
  description:
    'Several codes stand between commas, each with a weight behind a colon where they are not equally likely: `200:3,500:1`. Every code from 200 to 999 can be had.',
  params: { codes: Type.String({ description: 'One code, or several with weights.' }) },
  responses: {
    200: emptyResponse('Empty, as with every code that has nothing of its own.'),
    204: 'Nothing.',
    302: redirectResponse('A redirect to `/redirect/1`; 301, 303, 305 and 307 have it too.'),
    400: errorOrTextResponse('No such status code can be sent.'),
    401: emptyResponse('A Basic challenge.'),
    406: NotAcceptable,
    407: emptyResponse('A Basic challenge of a proxy.'),
    418: anyResponse('A teapot.'),
    500: emptyResponse('Empty.'),
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
    { path: '/status/204', status: 204 },
    { path: '/status/200:0,500:1', status: 500 },
    { path: '/status/302', status: 302, answers: [['location', '/redirect/1']] },
    { path: '/status/401', status: 401, answers: [['WWW-Authenticate', 'Basic realm="Fake Realm"']] },
    { path: '/status/406', status: 406 },
    { path: '/status/407', status: 407, answers: [['Proxy-Authenticate', 'Basic realm="Fake Realm"']] },
    { path: '/status/418', status: 418 },
    { method: 'POST', path: '/status/200', status: 200 },
    { path: '/status/nonsense', status: 400 },
  ],

  handle({ params, exchange, service }) {
    const choices = parseStatusChoices(params.codes);
    if (!choices?.every(isStatus)) return exchange.send(400, PLAIN_TEXT, 'Invalid status code');
    if (choices.some(isInformational)) {
      throw new HttpError(400, 'A 1xx status only ever comes before another one, so it cannot be an answer.');
    }
    const chosen = chooseStatus(choices, service.runtime.fraction());
    const { fields, content } = statusAnswer(chosen);
    exchange.send(chosen, fields, content);
  },
});

const PLAIN_TEXT = [['Content-Type', 'text/plain; charset=utf-8']] as const;

function isStatus({ status }: StatusChoice): boolean {
  return status >= 100 && status <= 999;
}

function isInformational({ status }: StatusChoice): boolean {
  return status < 200;
}
