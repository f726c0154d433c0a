import type { Comparison } from '#http/routing/comparison.ts';
import type { Endpoint, Method } from '#http/routing/endpoint.ts';
import { echoedBody, RequestWithBody, requestWithBody } from '../request/body.ts';
import { endpoint } from '../request/context.ts';

type MethodEndpoint = Pick<Endpoint, 'path' | 'compare' | 'examples'> & { readonly method: Method };

/** Declares an endpoint that returns the request and its body, for one method. */
export function methodEndpoint({ method, ...declaration }: MethodEndpoint): Endpoint {
  return endpoint({
    ...declaration,
    methods: [method],
    tag: 'HTTP methods',
    summary: 'Returns the request and its body.',
    body: echoedBody('A form, JSON, text or any bytes.'),
    responses: { 200: RequestWithBody },

    handle({ exchange, body }) {
      exchange.json(200, requestWithBody(exchange, body));
    },
  });
}

/** The comparison of the methods that behave as `/post`. */
export const SAME_AS_POST: Comparison = {
  httpbin: ['same', 'As `/post`.'],
  'go-httpbin': ['different', 'As `/post`.'],
  httpbun: ['different', 'As `/post`.'],
  httpcan: ['different', 'As `/post`.'],
  mockhttp: ['different', 'As `/post`.'],
  'Postman Echo': ['different', 'As `/post`.'],
};
