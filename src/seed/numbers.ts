import type { TSchema } from 'typebox';
import { coercionOf, keywordOf } from '../http/routing/coercion.ts';
import { RuleInput } from '../rules/rule.ts';

/** Converts the numbers of rules, which are text in files, as all scalars are. */
export function withRuleNumbers(data: unknown): unknown {
  if (!isRecord(data) || !Array.isArray(data.rules)) return data;
  return { ...data, rules: data.rules.map((rule) => toNumbers(RuleInput, rule)) };
}

function toNumbers(schema: TSchema, value: unknown): unknown {
  if (typeof value === 'string') return coercionOf(numberOf(schema) ?? schema)?.(value) ?? value;
  const properties = keywordOf(schema, 'properties');
  if (!isRecord(value) || !isRecord(properties)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, isRecord(inner) ? toNumbers(inner, member) : member];
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
