import { Type } from 'typebox';
import { delayResponse } from '../../http/delay.ts';
import { anyBody } from '../../http/endpoint.ts';
import { invalidInput } from '../../http/errors.ts';
import { endpoint } from '../context.ts';
import { bodyView, RequestWithBody } from '../request-body.ts';
import { requestView } from '../request-view.ts';
import { serverTiming } from '../server-timing.ts';

/** Compat: whoever asks for more waits this long. */
const LONGEST = 10_000;

const { json: _, ...properties } = RequestWithBody.properties;

export const delay = endpoint({
  path: '/delay/{delay}',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'],
  tag: 'Dynamic data',
  summary: 'Returns a delayed response.',
  description: 'The answer is held back for so many seconds, ten at most; for less than nothing, not at all.',
  params: { delay: Type.String({ description: 'Seconds, such as `3` or `0.5`.' }) },
  body: anyBody('A form, text or any bytes.'),
  responses: { 200: Type.Object(properties), 400: 'Not a number of seconds.' },
  examples: [
    { path: '/delay/0.01', status: 200, answers: [['Server-Timing', /^initial_delay;dur=\d+$/]] },
    { path: '/delay/-1', status: 200 },
    { path: '/delay/100ms', status: 400 },
  ],

  async handle({ params, body, exchange, service }) {
    const seconds = toSeconds(params.delay);
    const { data, files, form } = bodyView(exchange, body);
    const milliseconds = Math.min(seconds * 1000, LONGEST, service.maxDuration);
    const begun = service.runtime.now();
    if (!(await delayResponse(exchange, service.runtime, milliseconds))) return;
    const timing = serverTiming({ initial_delay: service.runtime.now() - begun });
    exchange.json(200, { ...requestView(exchange), data, files, form }, [timing]);
  },
});

/** What Python's `float` reads, but for its `nan`, which is no time to wait. */
const SECONDS =
  /^[+-]?(?:(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?|inf(?:inity)?)$/i;

/** @throws HttpError 400 when it is not a number of seconds. */
function toSeconds(text: string): number {
  const trimmed = text.trim();
  if (!SECONDS.test(trimmed)) {
    throw invalidInput([
      { in: 'path', name: 'delay', keyword: 'type', message: 'must be a number of seconds' },
    ]);
  }
  if (/inf/i.test(trimmed)) return trimmed.startsWith('-') ? -Infinity : Infinity;
  return Number(trimmed.replaceAll('_', ''));
}
