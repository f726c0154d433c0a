import type { TSchema } from 'typebox';
import { HttpError, type Problem } from './errors.ts';
import { findViolations, toBodyProblem } from './validation.ts';

const MAXIMUM_DEPTH = 100;

/** The parts of a refused JSON body that a service may want to word itself. */
export interface BodyRefusal {
  readonly kind: 'syntax' | 'not-an-object' | 'schema';
}

/**
 * Reads JSON whatever its declared type is and checks it against the schema. Members are kept as they came.
 * @throws HttpError 400 when it is not JSON in UTF-8 or not an object, 422 when it does not fit the schema; `extra` is a BodyRefusal.
 */
export function checkBody(schema: TSchema, bytes: Buffer): unknown {
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal(400, 'not-an-object', 'The body is not a JSON object.', []);
  }
  const problems = findViolations(schema, value).map(toBodyProblem);
  if (problems.length > 0) throw refusal(422, 'schema', 'The body does not fit.', problems);
  return value;
}

function parseJson(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (depth(text) > MAXIMUM_DEPTH) throw new SyntaxError('nested too deeply');
    return JSON.parse(text);
  } catch (cause) {
    throw refusal(400, 'syntax', 'The body is not JSON.', [], cause);
  }
}

/** How deep arrays and objects are nested; of text that is no JSON, anything. */
function depth(text: string): number {
  let [open, deepest] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    // The bit is what tells braces from brackets.
    else if ((code | 0x20) === 0x7b) deepest = Math.max(deepest, ++open);
    else if ((code | 0x20) === 0x7d) open--;
  }
  return deepest;
}

/** Where the string ends that begins here. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE)
    index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index;
}

const QUOTE = 0x22;

const BACKSLASH = 0x5c;

function refusal(
  status: number,
  kind: BodyRefusal['kind'],
  message: string,
  problems: Problem[],
  cause?: unknown,
): HttpError {
  return new HttpError(status, message, { problems, extra: { kind } satisfies BodyRefusal, cause });
}
