import { splitAuthority } from '#http/syntax/authority.ts';
import type { TextCondition } from './text-condition.ts';

/** The members of a match that every request has, each with the problem of a text that no request has. */
const PROBLEMS = {
  /** The text of a template may begin without a slash. */
  path: (text: string) => (begins(text, ['/', '*']) ? undefined : 'must begin with /'),
  target: (text: string) =>
    begins(text, ['/', '*', 'http://', 'https://']) ? undefined : 'must begin with /',
  url: (text: string) =>
    begins(text, ['http://', 'https://'])
      ? undefined
      : 'must begin with http:// or https://; path compares a path, and target a path with its query',
  host: problemOfHost,
} as const;

export type TextMember = keyof typeof PROBLEMS;

export const TEXT_MEMBERS = ['path', 'target', 'url', 'host'] as const satisfies readonly TextMember[];

/** Why no request can meet a condition, as a clause without a subject; undefined if one can. */
export function problemOfImpossible(member: TextMember, condition: TextCondition): string | undefined {
  if (typeof condition === 'string')
    return member === 'path' ? undefined : PROBLEMS[member](toComparable(condition, member === 'host'));
  const {
    is,
    like,
    one_of: values = is === undefined ? [] : [is],
    absent,
    ignore_case: ignoresCase,
  } = condition;
  if (absent) return 'must not be absent: every request has it';
  // A pattern is known up to its first star.
  const texts = like === undefined ? values : [like.replace(/\*.*/s, '')];
  if (like?.startsWith('*') || (like !== undefined && member === 'host')) return undefined;
  const problems = texts.map((text) => PROBLEMS[member](toComparable(text, ignoresCase === true)));
  return problems.every((problem) => problem !== undefined) ? problems[0] : undefined;
}

function toComparable(text: string, ignoresCase: boolean): string {
  return ignoresCase ? text.toLowerCase() : text;
}

/** Whether one begins with the other, because the end of a pattern is not known. */
function begins(text: string, beginnings: readonly string[]): boolean {
  return beginnings.some(
    (beginning) => text.startsWith(beginning) || (text !== '' && beginning.startsWith(text)),
  );
}

function problemOfHost(text: string): string | undefined {
  const { host, port } = splitAuthority(text);
  if (/[/@?#\s]/.test(text)) return 'must be the name of a host, such as api.example';
  return port !== '' && (!host.includes(':') || host.startsWith('['))
    ? `must be without a port: ${host}`
    : undefined;
}
