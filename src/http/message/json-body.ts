import type { TSchema } from 'typebox';
import { HttpError, type Problem } from '../errors/errors.ts';
import { invalidBody, problemsOfSchema } from './input-problem.ts';
import { compileCheck, findViolations, toBodyProblem } from './validation.ts';

const MAX_DEPTH = 100;

/** The kind of an invalid JSON body, for services with their own messages. */
export interface JsonBodyError {
  readonly kind: 'syntax' | 'not-an-object' | 'schema';
}

/**
 * A decoder that parses bodies with `parseObject`, and validates them.
 * @throws as `parseObject`, and HttpError 422 when the body does not match the schema; `extra` is a JsonBodyError.
 */
export function jsonBodyDecoder(schema: TSchema): (bytes: Buffer) => unknown {
  const matches = compileCheck(schema);
  return (bytes) => {
    const value = parseObject(bytes);
    const problems = matches(value) ? [] : findViolations(schema, value).map(toBodyProblem);
    if (problems.length > 0) throw bodyError(422, 'schema', 'The body does not match the schema.', problems);
    return value;
  };
}

/** Decodes JSON; the error has a JSON Pointer for each problem. @throws HttpError 400 for other content than JSON, and 422 */
export function pointingBodyDecoder(schema: TSchema): (bytes: Buffer) => unknown {
  const matches = compileCheck(schema);
  return (bytes) => {
    const value = parseJson(bytes);
    if (!matches(value)) throw invalidBody(problemsOfSchema(schema, value));
    return value;
  };
}

/**
 * Parses a body as JSON, whatever its declared media type. Unknown members are kept.
 * @throws HttpError 400 when it is not JSON in UTF-8 or not an object; `extra` is a JsonBodyError.
 */
function parseObject(bytes: Buffer): object {
  const value = parseJson(bytes);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw bodyError(400, 'not-an-object', 'The body is not a JSON object.', []);
}

/** Parses a body as JSON. @throws HttpError 400 when it is not JSON in UTF-8. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw bodyError(400, 'syntax', 'The body is not JSON.', [], cause);
  }
}

/**
 * Parses JSON whose depth recursive functions can handle.
 * @throws SyntaxError
 */
export function parseBoundedJson(text: string): unknown {
  if (depth(text) > MAX_DEPTH) throw new SyntaxError('too deeply nested');
  return JSON.parse(text);
}

/** The nesting depth of arrays and objects. Meaningless for text that is not JSON. */
function depth(text: string): number {
  let [open, deepest] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    // Braces and brackets differ in this bit only.
    else if ((code | 0x20) === 0x7b) deepest = Math.max(deepest, ++open);
    else if ((code | 0x20) === 0x7d) open--;
  }
  return deepest;
}

/** The index of the quote that ends the string at `start`. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE)
    index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index;
}

const QUOTE = 0x22;

const BACKSLASH = 0x5c;

function bodyError(
  status: number,
  kind: JsonBodyError['kind'],
  message: string,
  problems: Problem[],
  cause?: unknown,
): HttpError {
  return new HttpError(status, message, { problems, extra: { kind } satisfies JsonBodyError, cause });
}
