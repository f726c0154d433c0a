import type { Redaction } from '#journal/views/redaction.ts';
import { isSensitiveField, isSensitiveMember } from '#journal/views/sensitive-names.ts';

/** The rule with masked credentials: those of fields and members with sensitive names, of URLs, and of texts of JSON. */
export function maskRule<Rule extends object>(rule: Rule, redaction: Redaction): Rule {
  const mask = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return maskText(value, name, redaction);
    if (Array.isArray(value))
      return value.map((each) =>
        name === 'headers' && Array.isArray(each)
          ? [each[0], mask(each[1], String(each[0]))]
          : mask(each, name),
      );
    return typeof value === 'object' && value !== null ? maskMembers(value, name) : value;
  };
  const maskMembers = <Members extends object>(members: Members, name: string): Members => {
    const masked = Object.entries(members).map(([member, value]) => [
      member,
      mask(value, isSensitiveMember(name) ? name : (NAMES.get(`${name}.${member}`) ?? member)),
    ]);
    return { ...members, ...Object.fromEntries(masked) };
  };
  return maskMembers(rule, '');
}

/** Members whose content has the form of a header field. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['respond.cookie', 'Set-Cookie'],
  ['match.cookies', 'token'],
]);

function maskText(text: string, name: string, redaction: Redaction): string {
  if (isSensitiveField(name)) return redaction.field(name, text);
  return isSensitiveMember(name) ? redaction.member(name, text) : redaction.text(text);
}
