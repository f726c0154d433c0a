import type { TProperties, TSchema } from 'typebox';
import { type Endpoint, isOfBytes, type ResponseDeclaration } from '../http/endpoint.ts';
import { reasonPhrase } from '../http/fields.ts';
import type { Service } from '../http/service.ts';
import { sourceFile } from './source-file.ts';

type Json = { [name: string]: unknown };

/**
 * The service's OpenAPI 3.1 document, drawn from its endpoint list. TypeBox schemas are JSON Schema 2020-12, which is
 * what OpenAPI 3.1 wants, so they are placed and not converted.
 */
export function toOpenApi(service: Service, serverUrl: string): Json {
  const paths: { [path: string]: Json } = {};
  for (const endpoint of service.endpoints) {
    const path = endpoint.path.replace('+}', '}');
    paths[path] = { ...paths[path], ...toPathItem(service, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: service.title, version: service.version, description: service.description },
    servers: [{ url: serverUrl }],
    tags: [...new Set(service.endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    ...securitySchemes(service),
  };
}

function toPathItem(service: Service, endpoint: Endpoint): Json {
  return Object.fromEntries(
    endpoint.methods
      .filter(isDescribable)
      .map((method) => [method.toLowerCase(), toOperation(service, endpoint, method)]),
  );
}

/** OpenAPI 3.1 knows no operation for methods of one's own. */
function isDescribable(method: string): boolean {
  return method !== '*';
}

function toOperation(service: Service, endpoint: Endpoint, method: string): Json {
  const parameters = [...toParameters('path', endpoint.params), ...toParameters('query', endpoint.query)];
  return {
    operationId: `${method.toLowerCase()}${endpoint.path.replace(/[^A-Za-z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase())}`,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...toRequestBody(endpoint, method),
    responses: Object.fromEntries(
      Object.entries(endpoint.responses).map(([status, response]) => [
        status,
        toResponse(Number(status), response),
      ]),
    ),
    ...(endpoint.access && service.security?.[endpoint.access]
      ? { security: [{ [endpoint.access]: [] }] }
      : {}),
    'x-source': sourceFile(service, endpoint),
  };
}

function toParameters(place: 'path' | 'query', schemas: TProperties | undefined): Json[] {
  return Object.entries(schemas ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path',
    ...describe(schema),
    schema,
  }));
}

function describe(schema: TSchema): Json {
  return 'description' in schema && typeof schema.description === 'string'
    ? { description: schema.description }
    : {};
}

function toRequestBody({ body }: Endpoint, method: string): Json {
  if (!body || method === 'TRACE') return {};
  if (!isOfBytes(body))
    return { requestBody: { required: true, content: { 'application/json': { schema: body } } } };
  return {
    requestBody: {
      description: body.description,
      content: Object.fromEntries(body.contentTypes.map((type) => [type, { schema: {} }])),
    },
  };
}

function toResponse(status: number, response: ResponseDeclaration): Json {
  if (typeof response === 'string') return { description: response };
  return { description: reasonPhrase(status), content: { 'application/json': { schema: response } } };
}

function securitySchemes(service: Service): Json {
  return service.security ? { components: { securitySchemes: service.security } } : {};
}
