import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { suggestion } from '../nearest.ts';
import { HttpError, type Problem } from './errors.ts';

const MAXIMUM_DEPTH = 100;

/** The parts of a refused JSON body that a service may want to word itself. */
export interface BodyRefusal {
  readonly kind: 'syntax' | 'not-an-object' | 'schema';
}

/**
 * Reads JSON whatever its declared type is and checks it against the schema. Members are kept as they came.
 * @throws HttpError 400 when it is not JSON in UTF-8 or not an object, 422 when it does not fit the schema; `extra` is a BodyRefusal.
 */
export async function checkBody(schema: TSchema, bytes: Buffer): Promise<unknown> {
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal(400, 'not-an-object', 'The body is not a JSON object.', []);
  }
  const problems = await problemsOf(schema, value);
  if (problems.length > 0) throw refusal(422, 'schema', 'The body does not fit.', problems);
  return value;
}

/** What keeps a value from fitting the schema: all of it, or where that is a lot, the beginning. */
async function problemsOf(schema: TSchema, value: unknown): Promise<Problem[]> {
  // Loaded here: it takes longer to load than everything a start needs.
  const { Value } = await import('typebox/value');
  if (Value.Check(schema, value)) return [];
  return (
    Value.Errors(schema, value)
      // Keys that are not known are complained of each for what it holds, and then all at once. The list of errors may
      // be cut off before that, so the former count.
      .filter(({ keyword }) => keyword !== 'additionalProperties')
      .map((error) => (error.keyword === 'boolean' ? toStray(schema, error) : toProblem(error)))
  );
}

function toProblem({ instancePath, params, keyword, message }: TLocalizedValidationError): Problem {
  return { in: 'body', name: memberName(instancePath, params), keyword, message };
}

/** Names the key that is not known, and the one that was most likely meant. */
function toStray(schema: TSchema, { instancePath, schemaPath, params }: TLocalizedValidationError): Problem {
  const steps = instancePath.split('/').slice(1).map(fromPointer);
  const stray = steps.at(-1) ?? '';
  const place = schemaPath.replace(/\/additionalProperties$/, '');
  const near = suggestion(stray, Object.keys(propertiesAt(schema, place)));
  return {
    in: 'body',
    name: memberName(instancePath, params),
    keyword: 'additionalProperties',
    message: `${steps.length === 1 ? '' : `has a key ${JSON.stringify(stray)} that `}is not known here${near}`,
  };
}

/** The members that the schema knows at a place in it, such as `#/properties/match`. */
function propertiesAt(schema: TSchema, schemaPath: string): object {
  const steps = [...schemaPath.split('/').slice(1), 'properties'];
  const found = steps.reduce<unknown>(
    (place, step) => (typeof place === 'object' && place !== null ? Reflect.get(place, step) : undefined),
    schema,
  );
  return typeof found === 'object' && found !== null ? found : {};
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

function memberName(pointer: string, params: object): string {
  const [, name] = pointer.split('/');
  if (name) return fromPointer(name);
  if ('requiredProperties' in params && Array.isArray(params.requiredProperties))
    return String(params.requiredProperties[0]);
  return '';
}

/** One step of a JSON Pointer (RFC 6901 §4). */
function fromPointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function refusal(
  status: number,
  kind: BodyRefusal['kind'],
  message: string,
  problems: Problem[],
  cause?: unknown,
): HttpError {
  return new HttpError(status, message, { problems, extra: { kind } satisfies BodyRefusal, cause });
}
