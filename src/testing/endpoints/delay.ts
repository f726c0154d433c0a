import { Type } from 'typebox';
import { invalidInput } from '#http/errors/errors.ts';
import { delayResponse } from '#http/message/delay.ts';
import { serverTiming } from '../generation/timing.ts';
import { bodyView, echoedBody, RequestWithBody } from '../request/body.ts';
import { endpoint } from '../request/context.ts';
import { requestView } from '../request/view.ts';

/** Compat: the maximum delay. */
const MAX_DELAY_MS = 10_000;

const { json: _, ...properties } = RequestWithBody.properties;

export const delay = endpoint({
  path: '/delay/{delay}',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'],
  tag: 'Dynamic data',
  summary: 'Returns the request after a delay.',
  description: 'The maximum delay is ten seconds. Negative values cause no delay.',
  params: { delay: Type.String({ description: 'Seconds, such as `3` or `0.5`.' }) },
  body: echoedBody('A form, text or any bytes.'),
  responses: { 200: Type.Object(properties), 400: 'The delay is not a number.' },
  compare: {
    httpbin: ['better', 'A value that is not a number gets 400, not 500; `Server-Timing` reports the delay.'],
    'go-httpbin': ['different', 'More than ten seconds are reduced to ten; units are not accepted.'],
    httpbun: ['different', 'At most ten seconds; returns the request.'],
    'Postman Echo': ['different', 'Returns the request, not the number.'],
  },
  examples: [
    {
      title: 'Wait 10 ms',
      path: '/delay/0.01',
      status: 200,
      responseFields: [['Server-Timing', /^initial_delay;dur=\d+$/]],
    },
    { title: 'Negative: no delay', path: '/delay/-1', status: 200 },
    { title: 'Not a number', path: '/delay/100ms', status: 400 },
  ],

  async handle({ params, body, exchange, service }) {
    const seconds = parseSeconds(params.delay);
    const { data, files, form } = bodyView(exchange, body);
    const milliseconds = Math.min(seconds * 1000, MAX_DELAY_MS, service.maxDuration);
    const startedAt = service.runtime.now();
    if (!(await delayResponse(exchange, service.runtime, milliseconds))) return;
    const timing = serverTiming({ initial_delay: service.runtime.now() - startedAt });
    exchange.json(200, { ...requestView(exchange), data, files, form }, [timing]);
  },
});

/** The syntax of Python's `float` without `nan`. */
const SECONDS =
  /^[+-]?(?:(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?|inf(?:inity)?)$/i;

/** @throws HttpError 400 when it is not a number of seconds. */
function parseSeconds(text: string): number {
  const trimmed = text.trim();
  if (!SECONDS.test(trimmed)) {
    throw invalidInput([
      { in: 'path', name: 'delay', keyword: 'type', message: 'must be a number of seconds' },
    ]);
  }
  if (/inf/i.test(trimmed)) return trimmed.startsWith('-') ? -Infinity : Infinity;
  return Number(trimmed.replaceAll('_', ''));
}
