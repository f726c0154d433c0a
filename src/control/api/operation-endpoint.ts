import { type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { InputError } from '#http/message/input-error.ts';
import { parseJson, pointingBodyDecoder } from '#http/message/json-body.ts';
import { anyBody, type Endpoint } from '#http/routing/endpoint.ts';
import { parseAuthorization } from '#http/syntax/credentials.ts';
import { type ControlContext, endpoint } from '../context/context.ts';
import { type HttpBinding, type Operation, operationFile } from '../operations/declaration/operation.ts';
import { requireEmptyBody } from './empty-body.ts';
import { problems, STATUSES, toInvalidBody, toInvalidParameter } from './errors.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The endpoint of an operation. */
export function buildEndpoint(operation: Operation): Endpoint {
  const { http, summary, errors, output } = operation;
  const { tag, success = 200, description, compare, examples, bounded } = http;
  const [method = '', path = ''] = http.route.split(' ');
  const { params, query, body } = divideInput(operation);
  const status = typeof success === 'string' ? 204 : success;
  return endpoint({
    source: operationFile(operation),
    path,
    methods: METHODS.filter((each) => each === method),
    tag,
    summary,
    ...(description !== undefined && { description }),
    ...(compare && { compare }),
    params,
    ...(Object.keys(query).length > 0 && { query }),
    ...(body && {
      body: bounded ? anyBody(bounded.description, { 'application/json': body }, bounded.maxSize) : body,
    }),
    hasPointers: true,
    responses: {
      [status]: typeof success === 'string' ? success : (output ?? ''),
      ...problems(400, 403, ...(body ? ([422] as const) : [])),
      ...problems(...errors.map((code) => STATUSES[code])),
      ...http.responses,
    },
    examples,

    async handle({ params, query, body: received, exchange, service }) {
      if (!body && method !== 'GET') await requireEmptyBody(exchange);
      const content = bounded && body ? readBounded(body, bounded, received) : received;
      const inBody = http.body === undefined ? content : { [http.body]: content };
      const input: Record<string, unknown> = { ...params, ...query, ...Object(inBody) };
      const result = await run(operation, input, service, exchange);
      if (result === NO_CALLER) return;
      const location = operation.location?.(result);
      if (operation.send) await operation.send(exchange, result);
      else if (status === 204) exchange.empty(204);
      else exchange.json(status, result, location === undefined ? [] : [['Location', location]]);
    },
  });
}

/** The places of the members of the input. */
function divideInput({ input, http }: Operation) {
  const [method = '', path = ''] = http.route.split(' ');
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const others = Object.keys(input.properties).filter((name) => !inPath.includes(name));
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const inQuery = http.query ?? (hasBody ? [] : others);
  const inBody = others.filter((name) => !inQuery.includes(name));
  return {
    params: pick(input.properties, inPath),
    query: pick(input.properties, inQuery),
    body: buildBody(input, inBody, http.body),
  };
}

/** The schema of the body: that of one member, the whole input, or an object of some members. */
function buildBody(input: TObject, names: readonly string[], member: string | undefined) {
  if (names.length === 0) return undefined;
  if (member !== undefined) return input.properties[member];
  if (names.length === Object.keys(input.properties).length) return input;
  return Type.Object(pick(input.properties, names), { additionalProperties: false });
}

function pick(properties: TProperties, names: readonly string[]): TProperties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)));
}

/** @throws HttpError 400 for other content than JSON, and 422 for a body that does not match the schema. */
function readBounded(
  schema: TSchema,
  { isChecked }: NonNullable<HttpBinding['bounded']>,
  received: unknown,
): unknown {
  const bytes = received instanceof Buffer ? received : Buffer.alloc(0);
  return isChecked === false ? parseJson(bytes) : pointingBodyDecoder(schema)(bytes);
}

/** Runs an operation for the client of the exchange. */
async function run(
  operation: Operation,
  input: Record<string, unknown>,
  { operations, isLocal }: Pick<ControlContext, 'operations' | 'isLocal'>,
  exchange: Exchange,
): Promise<unknown> {
  const { waits } = operation.http;
  const call = {
    origin: `${exchange.scheme}://${exchange.authority}${exchange.prefix}`,
    token: parseAuthorization(exchange.field('Authorization') ?? '')?.credentials,
    isLocal: isLocal(exchange),
    get signal() {
      return exchange.signal;
    },
  };
  if (waits) exchange.server.requests.beginDelay(exchange);
  try {
    return await operation.run(input, operations, call);
  } catch (error) {
    // The client has disconnected.
    if (waits && exchange.signal.aborted && !(exchange.signal.reason instanceof HttpError)) return NO_CALLER;
    const { params, query, body } = divideInput(operation);
    const [member = ''] = error instanceof InputError ? error.path : [];
    if (error instanceof InputError && (member in params || member in query))
      throw toInvalidParameter(error, member in params ? 'path' : 'query');
    throw (body && toInvalidBody(error)) ?? error;
  } finally {
    if (waits) exchange.server.requests.endDelay(exchange);
  }
}

const NO_CALLER = Symbol('no caller');
