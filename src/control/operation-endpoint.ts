import { type TProperties, type TSchema, Type } from 'typebox';
import { UsageError } from '../config/usage-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { HttpError } from '../http/errors.ts';
import { InputError } from '../http/input-error.ts';
import type { OperationContext } from '../operations/context.ts';
import { OperationError } from '../operations/errors.ts';
import type { Operation, OperationCall } from '../operations/operation.ts';
import { endpoint } from './context.ts';
import { problems } from './errors.ts';

const STATUSES = { notFound: 404, conflict: 409, invalid: 422, unsupported: 501, unavailable: 503 } as const;

/** The endpoint of an operation. */
export function toEndpoint(operation: Operation): Endpoint {
  const { http, summary, errors, output } = operation;
  const { method, path, tag, success = 200, description, compare, examples } = http;
  const { params, query, body } = divideInput(operation);
  const status = typeof success === 'string' ? 204 : success;
  return endpoint({
    operation,
    path,
    methods: [method],
    tag,
    summary,
    ...(description !== undefined && { description }),
    ...(compare && { compare }),
    params,
    ...(Object.keys(query).length > 0 && { query }),
    ...(body && { body }),
    responses: {
      [status]: typeof success === 'string' ? success : (output ?? ''),
      ...problems(400, 403, ...(body ? ([422] as const) : []), ...errors.map((code) => STATUSES[code])),
      ...http.responses,
    },
    examples,

    async handle({ params, query, body, exchange, service }) {
      const content = http.body === undefined ? body : { [http.body]: body };
      const input: Record<string, unknown> = Object.assign({}, params, query, content);
      const result = await run(operation, input, service.operations, exchange);
      const location = operation.location?.(result);
      if (status === 204) exchange.empty(204);
      else exchange.json(status, result, location === undefined ? [] : [['Location', location]]);
    },
  });
}

/** The places of the members of the input. */
function divideInput({ input, http }: Operation) {
  const inPath = [...http.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const others = Object.keys(input.properties).filter((name) => !inPath.includes(name));
  const hasBody = http.method === 'POST' || http.method === 'PUT';
  const inQuery = http.query ?? (hasBody ? [] : others);
  const inBody = others.filter((name) => !inQuery.includes(name));
  return { params: pick(input.properties, inPath), query: pick(input.properties, inQuery), body: toBody() };

  function toBody(): TSchema | undefined {
    if (inBody.length === 0) return undefined;
    if (http.body !== undefined) return input.properties[http.body];
    if (inBody.length === Object.keys(input.properties).length) return input;
    return Type.Object(pick(input.properties, inBody), { additionalProperties: false });
  }
}

function pick(properties: TProperties, names: readonly string[]): TProperties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)));
}

/** @throws HttpError for the errors of the operation. */
async function run(
  operation: Operation,
  input: Record<string, unknown>,
  context: OperationContext,
  call: OperationCall,
): Promise<unknown> {
  try {
    return await operation.run(input, context, call);
  } catch (error) {
    if (error instanceof OperationError)
      throw new HttpError(STATUSES[error.code], error.messageFor('http'), { cause: error });
    if (error instanceof UsageError) throw new HttpError(422, error.message, { cause: error });
    if (error instanceof InputError) throw toInvalidInput(error, operation);
    throw error;
  }
}

function toInvalidInput({ member, problem, message }: InputError, operation: Operation): HttpError {
  const { params, query } = divideInput(operation);
  const place = member in params ? 'path' : member in query ? 'query' : 'body';
  return new HttpError(400, message, {
    problems: [{ in: place, name: member, keyword: 'format', message: problem }],
  });
}
