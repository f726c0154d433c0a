import { encodePath, toSegments } from '../../../responses/composition/segments.ts';

/** Name and value of a directive. */
export type Pair = readonly [name: string, value: string];

/** What a URL of the builder describes: a response of `/compose`, a sequence, or a rate limit. */
export interface Composition {
  readonly lab: 'compose' | 'sequence' | 'limit';
  /** Of a sequence or a rate limit; otherwise empty. */
  readonly key: string;
  /** Directives of the whole sequence or rate limit. */
  readonly settings: readonly Pair[];
  /** Directives of each step of a sequence; otherwise of the only response. */
  readonly steps: readonly (readonly Pair[])[];
}

/** Why a target of `/compose`, `/sequence` or `/limit` would get an error. */
export interface TargetProblem {
  /** The sentence of the error. */
  readonly message: string;
  /** Number of the invalid step of a sequence, counted from 1; otherwise null. */
  readonly step: number | null;
  /** The invalid directives. */
  readonly directives: readonly { readonly name: string; readonly message: string }[];
}

/** The request target of a composition, with few escapes. Directives without a value are left out. */
export function toTarget({ lab, key, settings, steps }: Composition): string {
  if (lab === 'compose') {
    const query = given(steps[0] ?? []).map((pair) => pair.map(encodeQuery).join('='));
    return query.length === 0 ? '/compose' : `/compose?${query.join('&')}`;
  }
  const [first = [], ...others] = steps.map(given);
  const texts = [[...given(settings), ...first], ...others].map((pairs) => toSegments(pairs).join('/'));
  // A path without steps uses the sequence of the key, and paths with repeated slashes are redirected.
  const written = lab === 'sequence' ? texts.map((text) => text || 'status=200') : texts;
  const parts = [`/${lab}/${encodePath(key)}`, written.join('/then/'), 'end'];
  return parts.filter((part) => part !== '').join('/');
}

function given(pairs: readonly Pair[]): Pair[] {
  return pairs.filter(([, value]) => value !== '');
}

function encodeQuery(text: string): string {
  return encodePath(text).replaceAll('%20', '+').replaceAll('%2F', '/');
}

/**
 * The composition of a target of `/compose`, `/sequence` or `/limit`; undefined for any other.
 * @param isSetting whether the name is a directive of the whole lab.
 */
export function parseTarget(
  target: string,
  isSetting: (lab: Composition['lab'], name: string) => boolean,
): Composition | undefined {
  const [, path = '', query = ''] = /^\/([^?#]*)(?:\?([^#]*))?/.exec(target) ?? [];
  const [lab, ...segments] = path.split('/');
  if (lab !== 'compose' && lab !== 'sequence' && lab !== 'limit') return undefined;
  const key = lab === 'compose' ? '' : decode(segments.shift() ?? '');
  const end = segments.indexOf('end');
  const own = end < 0 ? segments : segments.slice(0, end);
  const steps: Pair[][] = [[]];
  for (const segment of own) {
    if (segment === 'then' && lab === 'sequence') steps.push([]);
    else if (segment !== '') steps.at(-1)?.push(toPair(segment, decode));
  }
  const pairs = end < 0 ? query.split('&').filter((pair) => pair !== '') : [];
  steps.at(-1)?.push(...pairs.map((pair) => toPair(pair, (text) => decode(text.replaceAll('+', ' ')))));
  const named = (pair: Pair) => isSetting(lab, pair[0]);
  return {
    lab,
    key,
    settings: steps.flat().filter(named),
    steps: steps.map((step) => step.filter((pair) => !named(pair))),
  };
}

function toPair(text: string, decoded: (text: string) => string): Pair {
  const equals = text.indexOf('=');
  return equals < 0 ? [decoded(text), ''] : [decoded(text.slice(0, equals)), decoded(text.slice(equals + 1))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
