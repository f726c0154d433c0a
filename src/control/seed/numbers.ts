import type { TSchema } from 'typebox';
import { coercionOf, keywordOf } from '#http/routing/coercion.ts';
import { RuleInput } from '#rules/rule.ts';

/**
 * Converts the numbers of rules, which are text in files, as all scalars are. The match of a rule, and members with the name `json`, have the
 * types of JSON, as in calls of the control API: `"/age": 18` is a number there, and a text is in quotes.
 * @param typed the same data with numbers.
 */
export function withNumbers(data: unknown, typed: unknown): unknown {
  if (!isRecord(data)) return data;
  const { rules, sequences } = data;
  return {
    ...data,
    ...(Array.isArray(rules) && {
      rules: rules
        .map((rule) => parseNumbers(RuleInput, rule))
        .map((rule, index) => withTypedMatch(rule, at(at(typed, 'rules'), index))),
    }),
    ...(isRecord(sequences) && { sequences: withJson(sequences, at(typed, 'sequences')) }),
  };
}

function withTypedMatch(rule: unknown, typed: unknown): unknown {
  const converted = withJson(rule, typed);
  const match = at(typed, 'match');
  return isRecord(converted) && match !== undefined ? { ...converted, match } : converted;
}

function withJson(value: unknown, typed: unknown): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withJson(item, at(typed, index)));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'json' ? at(typed, name) : withJson(member, at(typed, name)),
    ]),
  );
}

function at(value: unknown, step: string | number): unknown {
  return Object.getOwnPropertyDescriptor(Object(value), step)?.value;
}

function parseNumbers(schema: TSchema, value: unknown): unknown {
  if (typeof value === 'string') return coercionOf(numberOf(schema) ?? schema)?.(value) ?? value;
  const properties = keywordOf(schema, 'properties');
  if (!isRecord(value) || !isRecord(properties)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, isRecord(inner) ? parseNumbers(inner, member) : member];
    }),
  );
}

/** The first member of a union, if it is a number. */
function numberOf(schema: TSchema): TSchema | undefined {
  const members = keywordOf(schema, 'anyOf');
  const [first] = Array.isArray(members) ? members : [];
  return isRecord(first) && first.type === 'number' ? first : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
