import { Type } from 'typebox';
import { decodePairs } from '../../http/decode.ts';
import type { Exchange } from '../../http/exchange.ts';
import { anyResponse } from '../../http/response.ts';
import { parseWords } from '../compose/parse.ts';
import { pathWords } from '../compose/path-words.ts';
import { toPlan } from '../compose/plan.ts';
import { run } from '../compose/run.ts';
import { composeWords, type Words } from '../compose/words.ts';
import { endpoint, type TestingContext } from '../context.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', '*'] as const;
const TAG = 'Composition';
const RESPONSES = {
  200: anyResponse('The composed response.'),
  302: anyResponse('A redirect that was asked for.'),
  400: anyResponse('A word is unknown or wrong, or more is asked for than this server gives.'),
  403: anyResponse('The redirect leads to a host that is not allowed.'),
  503: anyResponse('A failure that was asked for.'),
  default: anyResponse('The composed response.'),
};

export const compose = endpoint({
  path: '/compose',
  methods: METHODS,
  tag: TAG,
  summary: 'Answers with the status, fields, content, coding and timing that the query says.',
  description:
    'A word without a value says nothing. Header fields, cookies, codings and trailers can be repeated, and keep their case and order. What frames the message cannot be set. Content that a browser could run is sandboxed. `/compose/builder` helps with the writing.',
  query: composeWords,
  strictQuery: true,
  responses: RESPONSES,
  compare: {
    httpbun: ['better', 'Validates every directive; has codings, rates, chunks and trailers.', '/mix?…'],
  },
  examples: [
    {
      path: '/compose?status=503&header=Retry-After:+3&body=come+back+later',
      status: 503,
      answers: [
        ['Retry-After', '3'],
        ['Content-Type', 'text/plain; charset=utf-8'],
      ],
    },
    { path: '/compose?status=503:0,200:1&json={"ok":true}', status: 200 },
    { path: '/compose?redirect=/get&cookie=seen=1;+Path=/', status: 302, answers: [['Location', '/get']] },
    { path: '/compose?bytes=1000&coding=gzip', status: 200, answers: [['Content-Encoding', 'gzip']] },
    { path: '/compose?body=slow&delay=0.05&pause=0.05&rate=100', status: 200 },
    { path: '/compose?bytes=50&chunk=20&trailer=X-Sum:+1', status: 200, answers: [['Trailer', 'X-Sum']] },
    { path: '/compose?stauts=503', status: 400 },
  ],

  handle: ({ query, exchange, service }) => answer(query, exchange, service),
});

export const composeByPath = endpoint({
  path: '/compose/{words+}',
  methods: METHODS,
  tag: TAG,
  summary: 'Answers as composed by the segments of the path, for clients that are given a base URL.',
  description:
    'The words of `/compose`, each a segment of its own; slashes in their values are written `%2F`. Behind a segment `end` any path and any query may follow.',
  params: { words: Type.String({ description: 'Such as `status=503/header=Retry-After: 3/end`.' }) },
  responses: RESPONSES,
  compare: {
    httpbun: ['better', 'As `/compose`, with `end`, after which any path may follow.', '/mix/…'],
  },
  examples: [
    { path: '/compose/status=503/header=Retry-After:%203', status: 503, answers: [['Retry-After', '3']] },
    { path: '/compose/json={"users":[]}/end/users?page=2', status: 200 },
  ],

  handle: ({ exchange, service }) =>
    answer(decodePairs(composeWords, pathWords(exchange), true), exchange, service),
});

function answer(words: Words, exchange: Exchange, service: TestingContext): Promise<void> {
  return run(toPlan(parseWords(words), service), exchange, service.runtime);
}
