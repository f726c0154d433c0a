import { compileTemplate, splitPath } from '../matching/path-template.ts';
import type { TextCondition } from '../matching/text-condition.ts';

/** The paths that a condition can match, as far as their beginning shows it. */
export interface PathRange {
  /** The segments at the beginning of the path; undefined for one that can be any text. */
  readonly segments: readonly (string | undefined)[];
  /** Whether the last segment is the beginning of one, and any path can follow. */
  readonly isOpen: boolean;
}

export function toPathRange(condition: TextCondition): PathRange {
  if (typeof condition === 'string') {
    const { segments, isOpen } = compileTemplate(condition);
    const literals = segments.map(({ literal }) => literal);
    return { segments: isOpen ? [...literals, ''] : literals, isOpen };
  }
  const { is, like } = condition;
  if (is !== undefined) return { segments: splitPath(is), isOpen: false };
  const [start = '', ...others] = (like ?? '*').split('*');
  return { segments: splitPath(start), isOpen: others.length > 0 };
}

/** Whether a path of an endpoint's template can be in the range. */
export function canMatch({ segments: wanted, isOpen }: PathRange, template: string): boolean {
  const segments = template.split('/');
  for (const [index, part] of wanted.entries()) {
    const segment = segments[index];
    if (segment === undefined) return false;
    if (segment.endsWith('+}')) return part !== '' || isOpen;
    const isLast = isOpen && index === wanted.length - 1;
    const isCapture = segment.startsWith('{');
    if (
      part === undefined
        ? segment === ''
        : isCapture
          ? part === '' && !isLast
          : !isSame(segment, part, isLast)
    )
      return false;
  }
  return isOpen || wanted.length === segments.length;
}

function isSame(segment: string, part: string, isBeginning: boolean): boolean {
  return isBeginning ? segment.startsWith(part) : segment === part;
}

/** The condition for the path behind a prefix that the condition omits. A pattern of any beginning stays as it is. */
export function withPrefix(condition: TextCondition, prefix: string): TextCondition {
  if (prefix === '') return condition;
  const add = (path: string) => (path === '/' ? prefix : prefix + path);
  if (typeof condition === 'string') return add(`/${condition.replace(/^\//, '')}`);
  const { is, like } = condition;
  if (is?.startsWith('/')) return { ...condition, is: add(is) };
  return like?.startsWith('/') ? { ...condition, like: add(like) } : condition;
}
