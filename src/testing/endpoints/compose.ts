import { Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import { anyResponse } from '#http/message/response.ts';
import { decodePairs } from '#http/routing/parameters.ts';
import { endpoint, type TestingContext } from '../request/context.ts';
import { composePlan } from '../responses/composition/compose-plan.ts';
import { below } from '../responses/composition/composed-response.ts';
import {
  composeDirectives,
  composeParameters,
  type Directives,
  pathDirectives,
} from '../responses/composition/directives.ts';
import { parseDirectives } from '../responses/composition/parse.ts';
import { sendPlan } from '../responses/send/send.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', '*'] as const;
const TAG = 'Composition';
const RESPONSES = {
  200: anyResponse('The composed response.'),
  302: anyResponse('The composed redirect.'),
  400: anyResponse('A directive is unknown or invalid, or exceeds a limit.'),
  403: anyResponse('The host of the redirect is not allowed.'),
  503: anyResponse('The composed error.'),
  default: anyResponse('The composed response.'),
};

export const compose = endpoint({
  path: '/compose',
  methods: METHODS,
  tag: TAG,
  summary: 'Returns a response composed of the directives in the query.',
  description:
    'Directives set status, headers, cookies, content, codings, timing and trailers. A directive without a value is ignored. Headers, cookies, codings and trailers are repeatable, and keep their case and order. Headers that frame the message cannot be set. Content that browsers could run is sandboxed. `/compose/builder` composes the URL in a form.',
  query: composeDirectives,
  strictQuery: true,
  responses: RESPONSES,
  compare: {
    httpbun: ['better', 'Validates every directive; has codings, rates, chunks and trailers.', '/mix?…'],
  },
  examples: [
    {
      title: 'Unavailable, with Retry-After',
      path: '/compose?status=503&header=Retry-After:+3&body=come+back+later',
      status: 503,
      responseFields: [
        ['Retry-After', '3'],
        ['Content-Type', 'text/plain; charset=utf-8'],
      ],
    },
    { title: 'A choice by weight', path: '/compose?status=503:0,200:1&json={"ok":true}', status: 200 },
    {
      title: 'A redirect with a cookie',
      path: '/compose?redirect=/get&cookie=seen=1;+Path=/',
      status: 302,
      responseFields: [['Location', '/get']],
    },
    {
      title: 'Compressed bytes',
      path: '/compose?bytes=1000&coding=gzip',
      status: 200,
      responseFields: [['Content-Encoding', 'gzip']],
    },
    {
      title: 'Slow: a delay, a pause and a rate',
      path: '/compose?body=slow&delay=0.05&pause=0.05&rate=100',
      status: 200,
    },
    {
      title: 'Chunks and a trailer',
      path: '/compose?bytes=50&chunk=20&trailer=X-Sum:+1',
      status: 200,
      responseFields: [['Trailer', 'X-Sum']],
    },
    { title: 'A misspelt directive', path: '/compose?stauts=503', status: 400 },
  ],

  handle: ({ query, exchange, service }) => respond(query, exchange, service),
});

export const composeByPath = endpoint({
  path: '/compose/{directives+}',
  methods: METHODS,
  tag: TAG,
  summary: 'Returns a response composed of the segments of the path, for clients with a base URL.',
  description:
    'Each segment is a directive of `/compose`; a slash in a value is written as `%2F`. Any path and query may follow a segment `end`.',
  params: { directives: Type.String({ description: 'Such as `status=503/header=Retry-After: 3/end`.' }) },
  responses: RESPONSES,
  compare: {
    httpbun: ['better', 'As `/compose`, with `end`, after which any path may follow.', '/mix/…'],
  },
  examples: [
    {
      title: 'Unavailable, with Retry-After',
      path: '/compose/status=503/header=Retry-After:%203',
      status: 503,
      responseFields: [['Retry-After', '3']],
    },
    { title: 'A base URL for a client', path: '/compose/json={"users":[]}/end/users?page=2', status: 200 },
  ],

  handle: ({ exchange, service }) =>
    respond(decodePairs(composeParameters, pathDirectives(exchange), true), exchange, service),
});

function respond(directives: Directives, exchange: Exchange, service: TestingContext): Promise<void> {
  return sendPlan(composePlan(below(parseDirectives(directives), exchange.base), service), exchange, service);
}
