import type { TProperties, TSchema } from 'typebox';
import { type ContentDeclaration, isDescribed, type ResponseDeclaration } from '#http/message/response.ts';
import { type Endpoint, isOfBytes } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import type { Credentials } from '#http/routing/service-documentation.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { describeEndpoint } from './directive-table.ts';
import type { Components, Json } from './schema.ts';

/** The Operation Object of one method of an endpoint. */
export function buildOperation(
  service: Service,
  endpoint: Endpoint,
  method: string,
  components: Components,
): Json {
  const credentials =
    endpoint.access === undefined ? undefined : service.documentation.security?.[endpoint.access];
  const parameters = [
    ...buildParameters('path', endpoint.params, components),
    ...buildParameters('query', endpoint.query, components),
  ];
  return {
    operationId: formatOperationId(endpoint, method),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: describeEndpoint(endpoint),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...buildRequestBody(endpoint, method, components),
    responses: buildResponses(service, endpoint, method, components),
    ...(credentials ? { security: buildSecurity(credentials) } : {}),
    'x-source': sourceFile(service, endpoint),
  };
}

function formatOperationId({ path }: Endpoint, method: string): string {
  const name = path.replace(/[^A-Za-z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase());
  return `${method === '*' ? 'any' : method.toLowerCase()}${name}`;
}

/** The alternative security requirements (OpenAPI 3.1 §4.8.30). */
export function buildSecurity({ schemes, isOptional = false }: Credentials): Json[] {
  return [...(isOptional ? [{}] : []), ...Object.keys(schemes).map((name) => ({ [name]: [] }))];
}

function buildParameters(
  place: 'path' | 'query',
  schemas: TProperties | undefined,
  components: Components,
): Json[] {
  return Object.entries(schemas ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path',
    ...describe(schema),
    schema: components.place(schema),
  }));
}

function describe(schema: TSchema): Json {
  return 'description' in schema && typeof schema.description === 'string'
    ? { description: schema.description }
    : {};
}

function buildRequestBody({ body }: Endpoint, method: string, components: Components): Json {
  if (!body || method === 'TRACE') return {};
  if (isOfBytes(body))
    return {
      requestBody: { description: body.description, content: buildContent(body.content, components) },
    };
  return { requestBody: { required: true, content: buildContent({ 'application/json': body }, components) } };
}

function buildResponses(service: Service, endpoint: Endpoint, method: string, components: Components): Json {
  const declared = Object.entries<ResponseDeclaration>(endpoint.responses).map(([status, response]) => [
    status,
    buildResponse(service, method, status, response, components),
  ]);
  // OpenAPI prefers a range of statuses to `default`, so a range is omitted where the endpoint declares `default`.
  const others = endpoint.responses.default ? {} : { '4XX': { $ref: ERROR }, default: { $ref: ERROR } };
  return { ...others, ...Object.fromEntries(declared) };
}

/** The response for errors that an operation does not declare. */
export const ERROR = '#/components/responses/Error';

function buildResponse(
  service: Service,
  method: string,
  status: string,
  response: ResponseDeclaration,
  components: Components,
): Json {
  if (isDescribed(response)) return buildResponseObject(response.description, response.content, components);
  if (typeof response === 'string')
    return buildResponseObject(
      response,
      Number(status) < 400 ? {} : service.documentation.errorContent,
      components,
    );
  const [mediaType = ''] = service.format.jsonType.split(';');
  const others = method === 'GET' && Number(status) < 400 ? service.documentation.jsonAlternatives : {};
  return buildResponseObject(reasonPhrase(Number(status)), { [mediaType]: response, ...others }, components);
}

export function buildResponseObject(
  description: string,
  content: ContentDeclaration,
  components: Components,
): Json {
  return Object.keys(content).length === 0
    ? { description }
    : { description, content: buildContent(content, components) };
}

function buildContent(content: ContentDeclaration, components: Components): Json {
  return Object.fromEntries(
    Object.entries(content).map(([type, schema]) => [type, { schema: components.place(schema) }]),
  );
}

/** The folders of the services below `src/`, if they are not their names. */
const FOLDERS: Readonly<Record<string, string>> = {
  api: 'accounts/api',
  accounts: 'accounts/pages',
  control: 'control/api',
  probes: 'ops/probes',
};

/**
 * The file that declares an endpoint. Without a `source`, it is named by the fixed segments of the path after the prefix of
 * the service, joined with dashes, or `root` without any. A guard test checks all endpoints.
 */
export function sourceFile(service: Service, endpoint: Endpoint): string {
  if (endpoint.source !== undefined) return `src/${endpoint.source}`;
  const isBelow = endpoint.path.startsWith(service.prefix);
  const fixed = endpoint.path
    .slice(isBelow ? service.prefix.length : 0)
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'));
  return `src/${FOLDERS[service.name] ?? service.name}/endpoints/${fixed.join('-').replace(/[._]/g, '-') || 'root'}.ts`;
}
