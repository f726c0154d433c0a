import { Type } from 'typebox';
import { HttpError } from '../../http/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { anyResponse } from '../../http/response.ts';
import { KeyView, viewKey } from '../../labs/attempt-view.ts';
import { SEQUENCE } from '../../labs/labs.ts';
import { SequenceData } from '../../labs/sequence-data.ts';
import { endpoint, type TestingContext } from '../context.ts';
import { answerAttempt } from '../sequences/answer.ts';

const TAG = 'Labs';
const key = Type.String({
  description:
    'Any name that the test chooses: 1 to 64 letters, digits, dots, underscores, tildes and hyphens.',
});

const SequenceView = Type.Object({
  key: Type.String(),
  steps: Type.Integer({ description: 'Number of steps.' }),
  stepDirectives: Type.Array(Type.String(), {
    description: 'The directives of each step, as in the path, such as `status=503/times=2`.',
  }),
  after: Type.String(),
  by: Type.String(),
  next: Type.Union([Type.Integer(), Type.Null()], { description: 'Number of the step of the next attempt.' }),
  callers: Type.Array(
    Type.Object({ caller: Type.String(), next: Type.Union([Type.Integer(), Type.Null()]) }),
    { description: 'The next step of each caller, if the sequence distinguishes callers.' },
  ),
  attempts: KeyView.properties.attempts,
  summary: KeyView.properties.summary,
});

export const sequence = endpoint({
  path: '/sequence/{key}/{steps+}',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', '*'],
  tag: TAG,
  summary: 'Returns the next step of a sequence of responses, for tests of retries.',
  description:
    'A step consists of directives of `/compose` as path segments; `then` separates steps. `times=N` repeats a step, `open=SECONDS` repeats it for a time by the clock of the server. After the last step, `after=last` (the default) repeats it, `after=first` starts again, and `after=gone` responds with 410. `by=` gives each caller a count of its own: `key` (the default, one count), `path` (the path behind `end`), `connection`, `header:NAME`, `idempotency` (the header `Idempotency-Key`) or `idempotency,replay`, which also sends a successful response again. Behind `end`, any path and query may follow. The first request fixes the steps of the key; other steps get 409 until the key is deleted. With `end` alone, the steps are those of the key. The body is read before the response. `/compose/builder` composes the URL in a form.',
  params: {
    key,
    steps: Type.String({ description: 'Such as `status=503/times=2/then/json={"ok":true}/end`.' }),
  },
  responses: {
    200: anyResponse('The response of the step.'),
    201: anyResponse('The response of the step.'),
    400: anyResponse('A step, the key or the header Idempotency-Key is invalid.'),
    404: anyResponse('The path has no steps, and the key is not defined.'),
    409: anyResponse(
      'The key has other steps, or the first request with the Idempotency-Key is in progress.',
    ),
    410: anyResponse('There is no further step.'),
    413: anyResponse('The body is too large.'),
    422: anyResponse('The Idempotency-Key was used with another body.'),
    500: anyResponse('The response of the step.'),
    501: anyResponse('The server has several workers.'),
    503: anyResponse('The response of the step.'),
    default: anyResponse('The response of the step.'),
  },
  compare: {
    new: 'Sends a different response to each attempt of a client, without a call of an administration API.',
  },
  examples: [
    {
      path: '/sequence/a1/status=503/header=Retry-After:%201/times=2/then/json={"ok":true}/end/users/5',
      status: 503,
      answers: [['Retry-After', '1']],
    },
    { path: '/sequence/a2/status=200/then/status=500?after=gone', status: 200 },
    { path: '/sequence/a2/status=200/then/status=500?after=gone', status: 500 },
    { path: '/sequence/a2/status=200/then/status=500?after=gone', status: 410 },
    { path: '/sequence/a2/status=204', status: 409 },
    {
      method: 'POST',
      path: '/sequence/a3/status=201/by=idempotency,replay/end',
      fields: [['Idempotency-Key', '"8e03978e"']],
      body: '{}',
      status: 201,
    },
    { path: '/sequence/unknown/end', status: 404 },
    { path: '/sequence/a4/stauts=503/end', status: 400 },
  ],

  handle: ({ params, exchange, service }) => answerAttempt(params.key, exchange, service),
});

export const readSequence = endpoint({
  path: '/sequence/{key}',
  methods: ['GET'],
  tag: TAG,
  summary: 'Returns the attempts at a sequence.',
  description:
    'Any client that knows the key can read it. The latest 200 attempts are kept. `wait` responds as soon as so many attempts have ended, or after `timeout` with 408; a key that does not exist yet is waited for.',
  params: { key },
  query: {
    wait: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number of attempts to wait for.' }),
    ),
    timeout: Type.Optional(
      Type.Number({ minimum: 0, description: 'Seconds of real time, up to `--max-duration`, the default.' }),
    ),
  },
  strictQuery: true,
  responses: {
    200: SequenceView,
    400: 'The key or a parameter is invalid.',
    404: 'The key does not exist.',
    408: 'Fewer attempts have ended in time.',
    501: 'The server has several workers.',
  },
  compare: { new: 'Shows the attempts of a client with their gaps, bodies and ends.' },
  examples: [
    { path: '/sequence/a1', status: 200 },
    { path: '/sequence/a1?wait=1&timeout=5', status: 200 },
    { path: '/sequence/a1?wait=9&timeout=0', status: 408 },
    { path: '/sequence/unknown', status: 404 },
  ],

  async handle({ params, query, exchange, service }) {
    if (query.wait !== undefined) await waitFor(params.key, query.wait, query.timeout, exchange, service);
    if (exchange.signal.aborted) return;
    const found = service.labs.state.find(SEQUENCE, params.key);
    if (!found) throw new HttpError(404, `No sequence is defined at the key ${params.key}.`);
    exchange.json(200, viewKey(found));
  },
});

export const defineSequence = endpoint({
  path: '/sequence/{key}',
  methods: ['PUT'],
  tag: TAG,
  summary: 'Defines a sequence by JSON.',
  description:
    'A step is an object of directives, in which a list repeats a directive and `json` is any value, or a text as in the path. The sequence replaces that of the key, and its attempts are forgotten. Clients call `/sequence/{key}/end`. The steps have at most 64 KiB.',
  params: { key },
  body: SequenceData,
  responses: {
    200: SequenceView,
    400: 'The key or a step is invalid.',
    422: 'The body does not match the schema.',
    501: 'The server has several workers.',
  },
  compare: { new: 'Defines steps that are too long for a URL.' },
  examples: [
    {
      path: '/sequence/b1',
      body: '{"steps":[{"status":503,"header":["Retry-After: 1"],"times":2},"body=late/delay=0.05",{"json":{"ok":true}}],"after":"gone"}',
      status: 200,
    },
    { path: '/sequence/b1', body: '{"steps":[{"stauts":503}]}', status: 400 },
    { path: '/sequence/b1', body: '{"steps":[]}', status: 422 },
  ],

  handle({ params, body, exchange, service }) {
    exchange.json(200, viewKey(service.labs.define(params.key, body)));
  },
});

export const deleteSequence = endpoint({
  path: '/sequence/{key}',
  methods: ['DELETE'],
  tag: TAG,
  summary: 'Deletes a sequence and its attempts.',
  params: { key },
  responses: {
    204: 'The key is deleted.',
    400: 'The key is invalid.',
    404: 'The key does not exist.',
    501: 'The server has several workers.',
  },
  compare: { new: 'Forgets the attempts of a client.' },
  examples: [
    { path: '/sequence/a1', status: 204 },
    { path: '/sequence/a1', status: 404 },
  ],

  handle({ params, exchange, service }) {
    if (!service.labs.state.delete(SEQUENCE, params.key))
      throw new HttpError(404, `No sequence is defined at the key ${params.key}.`);
    exchange.empty(204);
  },
});

/** @throws HttpError 408 when fewer attempts have ended in time; 503 when the server closes. */
async function waitFor(
  key: string,
  count: number,
  timeout: number | undefined,
  exchange: Exchange,
  { labs, maxDuration }: TestingContext,
): Promise<void> {
  const within = Math.min(maxDuration, timeout === undefined ? maxDuration : timeout * 1000);
  const { signal } = exchange;
  const { requests } = exchange.server;
  requests.beginDelay(exchange);
  try {
    if (await labs.untilEnded({ lab: SEQUENCE, key }, count, within, signal)) return;
  } catch (error) {
    if (signal.aborted && !(signal.reason instanceof HttpError)) return;
    throw error;
  } finally {
    requests.endDelay(exchange);
  }
  const came = labs.state.find(SEQUENCE, key)?.log.ended ?? 0;
  throw new HttpError(408, `${came} of ${count} attempts have ended within ${within / 1000} s.`);
}
