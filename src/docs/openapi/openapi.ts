import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import type { Credentials, ServiceDocumentation } from '#http/routing/service-documentation.ts';
import { buildOperation, buildResponseObject, buildSecurity, ERROR } from './operation.ts';
import { type Components, createComponents, type Json } from './schema.ts';

/** The OpenAPI 3.1 document of a service, generated from its endpoint declarations. */
export function buildOpenApi(service: Service, serverUrl: string): Json {
  const { documentation } = service;
  const components = createComponents();
  const paths: { [path: string]: Json } = {};
  for (const endpoint of service.endpoints) {
    const path = endpoint.path.replace('+}', '}');
    paths[path] = { ...paths[path], ...buildPathItem(service, endpoint, components) };
  }
  const error = buildResponseObject(
    'An error.',
    documentation.otherErrorContent ?? documentation.errorContent,
    components,
  );
  const unmatched = Object.entries(documentation.otherResponses ?? {}).map(
    ([status, { description, content }]) => [status, buildResponseObject(description, content, components)],
  );
  const { security = {} } = documentation;
  const credentials = Object.values(security);
  return {
    openapi: '3.1.0',
    info: buildInfo(documentation),
    servers: [{ url: serverUrl }],
    tags: buildTags(service),
    security: security.default ? buildSecurity(security.default) : [],
    paths,
    components: {
      ...(credentials.length > 0 ? { securitySchemes: mergeSchemes(credentials) } : {}),
      responses: { Error: error },
      schemas: Object.fromEntries([...components.schemas].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
    'x-unmatched-requests': {
      description: UNMATCHED,
      responses: { ...Object.fromEntries(unmatched), default: { $ref: ERROR } },
    },
  };
}

function buildInfo({ title, version, description }: ServiceDocumentation): Json {
  return {
    title,
    version,
    description: `${description} Every path with GET supports HEAD, and every path supports OPTIONS.`,
    contact: { name: 'Sparring' },
    license: { name: 'MIT', identifier: 'MIT' },
  };
}

const UNMATCHED =
  'Responses to OPTIONS, to methods and paths that are not in this document, and to malformed requests.';

function buildTags({ endpoints, documentation: { tags } }: Service): Json[] {
  const used = new Set(endpoints.map(({ tag }) => tag));
  return [...used].map((name) => ({
    name,
    ...(tags[name] === undefined ? {} : { description: tags[name] }),
  }));
}

function buildPathItem(service: Service, endpoint: Endpoint, components: Components): Json {
  return Object.fromEntries(
    endpoint.methods.map((method) => [
      method === '*' ? ANY_METHOD : method.toLowerCase(),
      buildOperation(service, endpoint, method, components),
    ]),
  );
}

/** An extension: OpenAPI 3.1 cannot describe an operation for all other methods. */
const ANY_METHOD = 'x-any-method';

function mergeSchemes(security: readonly Credentials[]): Json {
  return Object.assign({}, ...security.map(({ schemes }) => schemes));
}
