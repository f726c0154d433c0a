import { Type } from 'typebox';
import { anyResponse } from '#http/message/response.ts';
import { endpoint } from '../keys/context.ts';
import { keyEndpoints, LAB_TAG } from '../keys/key-endpoints.ts';
import type { Lab, LabDefinition } from '../keys/lab.ts';
import { sequenceBuilder } from './builder.ts';
import { SequenceData } from './data.ts';
import { parseJsonForm } from './json-form.ts';
import { respondToAttempt } from './respond.ts';
import { sequenceLogic } from './sequence.ts';

const KEY = 'Any name that the test chooses: 1 to 64 letters, digits, dots, underscores, tildes and hyphens.';

const request = endpoint({
  path: '/sequence/{key}/{steps+}',
  methods: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', '*'],
  tag: LAB_TAG,
  source: 'testing/labs/sequence/lab.ts',
  summary: 'Returns the next step of a sequence of responses, for tests of retries.',
  description:
    'A step consists of directives of `/compose` as path segments; `then` separates steps. The first request fixes the steps of the key; other steps get 409 until the key is deleted. The body is read before the response. `/compose/builder` composes the URL in a form.',
  directives: [
    { segment: '`then`', effect: 'Begins the next step' },
    { segment: '`times=N`', effect: 'N attempts get the step, from 1 to 1,000', default: '`1`' },
    {
      segment: '`open=SECONDS`',
      effect:
        'Attempts get the step for this time, of 0.001 to 86,400 seconds or a text such as `500ms`, from the first one on, by the clock of the server: an open circuit',
    },
    {
      segment: '`after=last`, `after=first`, `after=gone`',
      effect: 'After the last step, attempts get it again, the first step again, or 410',
      default: '`last`',
    },
    {
      segment: '`by=key`, `by=path`, `by=connection`, `by=header:NAME`',
      effect:
        'All requests share one count; or each path after `end`, each connection, or each value of the header has a count of its own',
      default: '`key`',
    },
    { segment: '`by=idempotency`', effect: 'Each value of `Idempotency-Key` has a count of its own' },
    {
      segment: '`by=idempotency,replay`',
      effect: 'Each value of `Idempotency-Key` has a count of its own, and gets a successful response again',
    },
    {
      segment: '`end`',
      effect:
        'Ends the steps. Any path and query may follow. With `end` alone, the steps are those of the key',
    },
    { segment: 'others', effect: 'Those of `/compose`, for the response of the step' },
  ],
  params: {
    key: Type.String({ description: KEY }),
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
    503: anyResponse('The response of the step.'),
    default: anyResponse('The response of the step.'),
  },
  compare: {
    new: 'Sends a different response to each attempt of a client, without a call of an administration API.',
  },
  examples: [
    {
      title: 'The first attempt: 503 with Retry-After',
      path: '/sequence/a1/status=503/header=Retry-After:%201/times=2/then/json={"ok":true}/end/users/5',
      status: 503,
      responseFields: [['Retry-After', '1']],
    },
    {
      title: 'The first of two steps',
      path: '/sequence/a2/status=200/then/status=500?after=gone',
      status: 200,
    },
    { title: 'The second step', path: '/sequence/a2/status=200/then/status=500?after=gone', status: 500 },
    { title: 'No further step', path: '/sequence/a2/status=200/then/status=500?after=gone', status: 410 },
    { title: 'Other steps for the same key', path: '/sequence/a2/status=204', status: 409 },
    {
      title: 'A key that makes attempts idempotent',
      method: 'POST',
      path: '/sequence/a3/status=201/by=idempotency,replay/end',
      fields: [['Idempotency-Key', '"8e03978e"']],
      body: '{}',
      status: 201,
    },
    { title: 'A key without steps', path: '/sequence/unknown/end', status: 404 },
    { title: 'A directive that is misspelt', path: '/sequence/a4/stauts=503/end', status: 400 },
  ],

  handle: ({ params, exchange, service }) => respondToAttempt(params.key, exchange, service),
});

/** What a sequence decided about an attempt. */
export const SequenceOutcome = Type.Object({
  replayed: Type.Optional(
    Type.Literal(true, { description: 'The response was repeated for the same `Idempotency-Key`.' }),
  ),
});

const view = {
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
};

const definition: LabDefinition<SequenceData> = {
  schema: SequenceData,
  plural: 'sequences of responses',
  parse: parseJsonForm,
};

/** Sequences of responses: each attempt at a key gets the next step. */
export const sequence: Lab = {
  name: 'sequence',
  setting: 'sequences',
  logic: sequenceLogic,
  definition,
  outcome: SequenceOutcome,
  builder: sequenceBuilder,
  endpoints: [
    request,
    ...keyEndpoints({
      logic: sequenceLogic,
      definition,
      outcome: SequenceOutcome,
      view,
      key: KEY,
      unknown: 'The key does not exist.',
      waits: true,
      read: {
        summary: 'Returns the attempts at a sequence.',
        description:
          'Any client that knows the key can read it. The latest 200 attempts are kept. `wait` responds as soon as so many attempts have ended, or after `timeout` with 408; a key that does not exist yet is waited for.',
        compare: { new: 'Shows the attempts of a client with their gaps, bodies and ends.' },
        examples: [
          { title: 'The attempts so far', path: '/sequence/a1', status: 200 },
          { title: 'Wait for one attempt', path: '/sequence/a1?wait=1&timeout=5', status: 200 },
          { title: 'Too few attempts in the time', path: '/sequence/a1?wait=9&timeout=0', status: 408 },
          { title: 'A key that does not exist', path: '/sequence/unknown', status: 404 },
        ],
      },
      define: {
        summary: 'Defines a sequence by JSON.',
        description:
          'A step is an object of directives, in which a list repeats a directive, `headers` is an object or a list of names and values, and `json` is any value. The sequence replaces that of the key, and its attempts are forgotten. Clients call `/sequence/{key}/end`. The steps have at most 64 KiB.',
        compare: { new: 'Defines steps that are too long for a URL.' },
        examples: [
          {
            title: 'Three steps, of which one is late',
            path: '/sequence/b1',
            body: '{"steps":[{"status":503,"headers":{"Retry-After":"1"},"times":2},"body=late/delay=0.05",{"json":{"ok":true}}],"after":"gone"}',
            status: 200,
          },
          {
            title: 'A directive that is misspelt',
            path: '/sequence/b1',
            body: '{"steps":[{"stauts":503}]}',
            status: 422,
          },
          { title: 'A sequence without steps', path: '/sequence/b1', body: '{"steps":[]}', status: 422 },
        ],
      },
      delete: {
        summary: 'Deletes a sequence and its attempts.',
        compare: { new: 'Forgets the attempts of a client.' },
        examples: [
          { title: 'A sequence', path: '/sequence/a1', status: 204 },
          { title: 'A sequence that does not exist', path: '/sequence/a1', status: 404 },
        ],
      },
    }),
  ],
};
