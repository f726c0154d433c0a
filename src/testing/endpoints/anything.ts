import { Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import type { Method } from '#http/routing/endpoint.ts';
import { echoedBody, RequestWithBody, requestWithBody } from '../request/body.ts';
import { endpoint } from '../request/context.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', '*'];
const BODY = echoedBody('A form, JSON, text or any bytes, with any method.');
const Anything = Type.Object({ ...RequestWithBody.properties, method: Type.String() });

export const anything = endpoint({
  path: '/anything',
  methods: METHODS,
  tag: 'Anything',
  summary: 'Returns the request with its method and body.',
  body: BODY,
  responses: { 200: Anything },
  compare: {
    httpbin: ['better', 'Reads every body; accepts any method.'],
    'go-httpbin': ['different', 'As `/post`.'],
    httpbun: ['different', 'Other paths that start with `/any` get 404.'],
    httpcan: ['different', 'As `/post`.'],
    mockhttp: ['different', '`origin` is the address of the client.'],
  },
  examples: [
    { title: 'A query', path: '/anything?a=1', status: 200 },
    {
      title: 'Text',
      method: 'PUT',
      path: '/anything',
      fields: [['Content-Type', 'text/plain']],
      body: 'some text',
      status: 200,
    },
  ],
  handle: ({ exchange, body }) => answer(exchange, body),
});

export const anythingBelow = endpoint({
  path: '/anything/{anything+}',
  methods: METHODS,
  tag: 'Anything',
  summary: 'Returns the request with its method and body, for any path below.',
  params: { anything: Type.String({ description: 'Any path.' }) },
  body: BODY,
  responses: { 200: Anything },
  compare: {
    httpbin: ['same', 'The rest of the path is decoded as one value.'],
    'go-httpbin': ['different', '`%2F` is decoded, and a path that ends after the slash gets 404.'],
    httpbun: ['different', 'As `/anything`.'],
    httpcan: ['different', 'As `/anything`.'],
  },
  examples: [
    {
      title: 'JSON at any path',
      method: 'POST',
      path: '/anything/at/all',
      fields: [['Content-Type', 'application/json']],
      body: '{"a": [true, null]}',
      status: 200,
    },
  ],
  handle: ({ exchange, body }) => answer(exchange, body),
});

function answer(exchange: Exchange, body: Buffer): void {
  exchange.json(200, requestWithBody(exchange, body, exchange.method));
}
