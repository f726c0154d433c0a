import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { buildOpenApi } from '#docs/openapi/openapi.ts';
import { ERROR } from '#docs/openapi/operation.ts';
import type { Service } from '#http/routing/service.ts';
import { isJson, parseEssence } from '../wire/media-type.ts';

/** A response and its operation. */
export interface ObservedResponse {
  readonly service: Service;
  /** Template of the path; undefined when the request matched no operation. */
  readonly template: string | undefined;
  /** Method of the operation: `GET` for a request with HEAD, `*` for any other. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  /** Undefined when the content was too large to be kept. */
  readonly content: Buffer | undefined;
}

/** Validates responses against the OpenAPI document of their service. */
export interface ResponseValidator {
  /** The reason why the response does not match the document; undefined when it does. */
  problemOf(response: ObservedResponse): string | undefined;
}

interface Description {
  readonly document: object;
  validatorOf(schema: Place): ValidateFunction;
}

/** A place in a document: a value, and the JSON Pointer (RFC 6901) to it. */
interface Place {
  readonly value: object;
  readonly pointer: readonly string[];
}

export function createResponseValidator(
  toDocument: (service: Service) => object = (service) => buildOpenApi(service, '/'),
): ResponseValidator {
  const known = new WeakMap<Service, Description>();
  const described = new Map<string, Description>();

  /** Servers of one release have equal documents, at a port of their own too. */
  function describe(service: Service): Description {
    const cached = known.get(service);
    if (cached) return cached;
    const name = [service.name, service.prefix, ...service.endpoints.map(({ path }) => path)].join(' ');
    const description =
      described.get(name) ?? createDescription(JSON.parse(JSON.stringify(toDocument(service))));
    described.set(name, description);
    known.set(service, description);
    return description;
  }

  return {
    problemOf(response) {
      const description = describe(response.service);
      const operation = operationOf(description.document, response);
      if (!operation) return 'the operation is not documented';
      const documented = responseOf(description.document, operation, response.status);
      if (!documented) return 'the status is not documented';
      const { contentType, content } = response;
      const mediaTypes = at(documented, 'content');
      if (!mediaTypes) return content?.length === 0 ? undefined : 'content is not documented';
      if (contentType === undefined && content?.length === 0) return emptyProblem(mediaTypes);
      const mediaType = mediaTypeOf(mediaTypes, contentType);
      if (!mediaType) return `the content type is not documented, only ${Object.keys(mediaTypes.value)}`;
      const schema = at(mediaType, 'schema');
      if (!schema || Object.keys(schema.value).length === 0 || response.method === 'HEAD' || !content)
        return undefined;
      const validate = description.validatorOf(schema);
      return schemaProblem(validate, parseValue(response, content, schema));
    },
  };
}

function createDescription(document: object): Description {
  const ajv = new Ajv2020({ strict: true, strictRequired: false });
  addFormats.default(ajv);
  // Ajv compiles the document as a schema, and its members as keywords.
  ajv.addVocabulary([...Object.keys(document), JSON_CONSTANTS]);
  ajv.addSchema(document, 'document', undefined, false);
  const validators = new WeakMap<object, ValidateFunction>();
  // Many places have equal schemas, and compiling one takes longer than everything else.
  const compiled = new Map<string, ValidateFunction>();

  function compile({ value, pointer }: Place): ValidateFunction {
    const text = JSON.stringify(value);
    const reference = `document#/${pointer.map(formatPointerSegment).join('/')}`;
    const validate = compiled.get(text) ?? ajv.getSchema(reference);
    if (!validate) throw new Error(`No schema is at ${reference}`);
    compiled.set(text, validate);
    validators.set(value, validate);
    return validate;
  }

  return { document, validatorOf: (schema) => validators.get(schema.value) ?? compile(schema) };
}

function schemaProblem(
  validate: ValidateFunction,
  value: { parsed: unknown } | undefined,
): string | undefined {
  if (!value) return 'the content is not JSON';
  if (validate(value.parsed)) return undefined;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath || '/'} ${error?.message} ${JSON.stringify(error?.params)} (${error?.schemaPath})`;
}

/** Empty content is text, but not JSON. */
function emptyProblem({ value }: Place): string | undefined {
  return Object.keys(value).some((type) => !isJson(type)) ? undefined : 'the content is missing';
}

function operationOf(document: object, { template, operation }: ObservedResponse): Place | undefined {
  const root = { value: document, pointer: [] };
  if (template === undefined) return at(root, 'x-unmatched-requests');
  const name = operation === '*' ? 'x-any-method' : operation.toLowerCase();
  return at(root, 'paths', template.replace('+}', '}'), name);
}

/**
 * The response of the status, of its range, or the default (OpenAPI 3.1 §4.8.16). The default that all operations share
 * is an error, so it does not document a status below 400.
 */
function responseOf(document: object, operation: Place, status: number): Place | undefined {
  const range = `${String(status)[0]}XX`;
  const found = [String(status), range, 'default']
    .map((name) => at(operation, 'responses', name))
    .find(Boolean);
  const reference: unknown = found && Reflect.get(found.value, '$ref');
  if (typeof reference !== 'string') return found;
  if (reference === ERROR && status < 400) return undefined;
  return at({ value: document, pointer: [] }, ...reference.slice(2).split('/'));
}

/** The documented media type that fits best: the type itself, its range, or any. */
function mediaTypeOf(mediaTypes: Place, contentType: string | undefined): Place | undefined {
  const essence = parseEssence(contentType);
  return at(mediaTypes, essence) ?? at(mediaTypes, essence.replace(/\/.*/, '/*')) ?? at(mediaTypes, '*/*');
}

/** JSON as its value; other content, and content that is documented as bytes, as text. Undefined for invalid JSON. */
function parseValue(
  response: ObservedResponse,
  content: Buffer,
  schema: Place,
): { parsed: unknown } | undefined {
  if (!isJson(response.contentType) || Reflect.get(schema.value, 'format') === 'binary')
    return { parsed: content.toString('latin1') };
  try {
    const text = decode(content, response.contentEncoding).toString('utf8');
    const isExtended = /NaN|Infinity/.test(text) && JSON.stringify(schema.value).includes(JSON_CONSTANTS);
    return { parsed: JSON.parse(isExtended ? withoutConstants(text) : text) };
  } catch {
    return undefined;
  }
}

/** The keyword by which a schema documents constants that JSON does not have. */
const JSON_CONSTANTS = 'x-json-constants';

function withoutConstants(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?Infinity|NaN/g, (token) =>
    token.startsWith('"') ? token : 'null',
  );
}

function decode(content: Buffer, coding: string | undefined): Buffer {
  if (coding === undefined) return content;
  const decoder = DECODERS.get(coding);
  if (!decoder) throw new Error(`${coding} cannot be decoded`);
  return decoder(content);
}

const DECODERS: ReadonlyMap<string, (content: Buffer) => Buffer> = new Map<
  string,
  (content: Buffer) => Buffer
>([
  ['gzip', (content) => gunzipSync(content)],
  ['deflate', (content) => inflateSync(content)],
  ['br', (content) => brotliDecompressSync(content)],
  ['zstd', (content) => zstdDecompressSync(content)],
]);

function at(place: Place, ...names: readonly string[]): Place | undefined {
  let { value } = place;
  for (const name of names) {
    const next: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    if (typeof next !== 'object' || next === null) return undefined;
    value = next;
  }
  return { value, pointer: [...place.pointer, ...names] };
}

/** A segment of a JSON Pointer as it stands in a URI (RFC 6901 §6). */
function formatPointerSegment(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
