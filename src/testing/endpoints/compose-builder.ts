import { Type } from 'typebox';
import { CONDITIONAL } from '#http/message/representation.ts';
import { htmlResponse } from '#http/message/response.ts';
import { checkTarget, previewTarget } from '../builder/check.ts';
import { endpoint } from '../request/context.ts';
import { ResponsePreview } from '../responses/send/preview-schema.ts';

export const composeBuilder = endpoint({
  path: '/compose/builder',
  tag: 'Composition',
  summary:
    'Returns a page that composes responses, faults, sequences and rate limits, sends requests, and shows the attempts.',
  description:
    'The directives of `/compose` in the query fill in the form, and so does a URL of `/compose`, `/sequence` or `/limit` behind `#`, such as `/compose/builder#/sequence/a1/status=503/then/status=200/end`.',
  redirectsSlash: true,
  responses: { 200: htmlResponse('A page.'), ...CONDITIONAL },
  compare: {
    httpbun: ['better', 'Sends the composed request, and shows it as a curl command.', '/mixer, /help/mixer'],
  },
  examples: [
    {
      title: 'The page',
      path: '/compose/builder',
      status: 200,
      responseFields: [['Content-Type', 'text/html; charset=utf-8']],
    },
    {
      title: 'With a response in the form',
      path: '/compose/builder?status=503&header=Retry-After:+3',
      status: 200,
    },
  ],

  async handle({ exchange, service }) {
    const { sendBuilderPage } = await import('../builder/page.ts');
    await sendBuilderPage(exchange, service);
  },
});

export const checkComposition = endpoint({
  path: '/compose/builder',
  methods: ['POST'],
  tag: 'Composition',
  summary:
    'Returns the error that a URL of `/compose`, `/sequence` or `/limit` would get, or the bytes that it would send, without a response.',
  description:
    'No attempt is counted, and no key is made. A fault is checked for the method and for the protocol of this request.',
  body: Type.Object({
    target: Type.String({ description: 'Path and query, such as `/compose?status=503`.' }),
    method: Type.Optional(Type.String({ description: 'Default `GET`.' })),
  }),
  hasPointers: true,
  responses: {
    200: Type.Object({
      problem: Type.Union([
        Type.Object({
          message: Type.String({ description: 'The sentence of the error.' }),
          step: Type.Union([Type.Integer(), Type.Null()], {
            description: 'Number of the invalid step of a sequence.',
          }),
          directives: Type.Array(Type.Object({ name: Type.String(), message: Type.String() }), {
            description: 'The invalid directives.',
          }),
        }),
        Type.Null(),
      ]),
      preview: Type.Union([ResponsePreview, Type.Null()], {
        description: 'The response of a valid target of `/compose`; null for any other target.',
      }),
    }),
    422: 'The body is invalid.',
  },
  compare: { new: 'Checks directives, faults, sequences and rate limits before they are sent.' },
  examples: [
    {
      title: 'A valid URL, with its bytes',
      path: '/compose/builder',
      body: '{"target":"/compose?status=503","method":"POST"}',
      status: 200,
    },
    {
      title: 'A directive that is misspelt',
      path: '/compose/builder',
      body: '{"target":"/sequence/c1/stauts=503/end"}',
      status: 200,
    },
    { title: 'A target that is not text', path: '/compose/builder', body: '{"target":1}', status: 422 },
  ],

  async handle({ body: { target, method = 'GET' }, exchange, service }) {
    const request = { method, isOverHttp2: exchange.isHttp2 };
    const problem = (await checkTarget(target, request, service)) ?? null;
    const preview = problem === null ? (previewTarget(target, service) ?? null) : null;
    exchange.json(200, { problem, preview });
  },
});
