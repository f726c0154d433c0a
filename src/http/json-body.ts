import type { TSchema } from 'typebox';
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
  // Loaded here: it takes longer to load than everything a start needs.
  const { Value } = await import('typebox/value');
  if (Value.Check(schema, value)) return value;
  const problems = Value.Errors(schema, value).map(
    (error): Problem => ({
      in: 'body',
      name: memberName(error.instancePath, error.params),
      keyword: error.keyword,
      message: error.message,
    }),
  );
  throw refusal(422, 'schema', 'The body does not fit.', problems);
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

/** An upper bound of how deep arrays and objects are nested; brackets inside strings count too. */
function depth(text: string): number {
  let [open, deepest] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index) | 0x20;
    if (code === 0x7b) deepest = Math.max(deepest, ++open);
    else if (code === 0x7d) open--;
  }
  return deepest;
}

function memberName(pointer: string, params: object): string {
  const [, name] = pointer.split('/');
  if (name) return name.replaceAll('~1', '/').replaceAll('~0', '~');
  if ('requiredProperties' in params && Array.isArray(params.requiredProperties))
    return String(params.requiredProperties[0]);
  if ('additionalProperties' in params && Array.isArray(params.additionalProperties))
    return String(params.additionalProperties[0]);
  return '';
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
