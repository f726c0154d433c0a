import { encodePath, formatSegments } from '../responses/composition/segments.ts';
import type { Pair } from './response/respond.ts';

/** What the form can compose: one response, or a target of a lab. */
export interface LabChoice {
  /** First segment of the path. */
  readonly name: string;
  /** The member of seed files that defines its keys; null for a lab that only requests define. */
  readonly seed: string | null;
  /** Whether the path has steps, with `then` between them. */
  readonly hasSteps: boolean;
}

/** One response, which has no key. */
export const COMPOSE: LabChoice = { name: 'compose', seed: null, hasSteps: false };

/** What a URL of the builder describes. */
export interface Composition {
  readonly lab: LabChoice;
  /** The key of a lab; otherwise empty. */
  readonly key: string;
  /** Directives of the lab, not of the response. */
  readonly settings: readonly Pair[];
  /** Directives of each step; without steps, of the only response. */
  readonly steps: readonly (readonly Pair[])[];
}

/** The request target of a composition, with few escapes. Directives without a value are left out. */
export function formatTarget({ lab, key, settings, steps }: Composition): string {
  if (lab === COMPOSE) {
    const query = given(steps[0] ?? []).map((pair) => pair.map(encodeQuery).join('='));
    return query.length === 0 ? '/compose' : `/compose?${query.join('&')}`;
  }
  const [first = [], ...others] = steps.map(given);
  const texts = [[...given(settings), ...first], ...others].map((pairs) => formatSegments(pairs).join('/'));
  // A path without steps uses the sequence of the key, and paths with repeated slashes are redirected.
  const written = lab.hasSteps ? texts.map((text) => text || 'status=200') : texts;
  const parts = [`/${lab.name}/${encodePath(key)}`, written.join('/then/'), 'end'];
  return parts.filter((part) => part !== '').join('/');
}

function given(pairs: readonly Pair[]): Pair[] {
  return pairs.filter(([, value]) => value !== '');
}

function encodeQuery(text: string): string {
  return encodePath(text).replaceAll('%20', '+').replaceAll('%2F', '/');
}

/**
 * The composition of a target of `/compose` or of a lab; undefined for any other.
 * @param isSetting whether the name is a directive of the whole lab.
 */
export function parseTarget(
  target: string,
  labs: readonly LabChoice[],
  isSetting: (lab: LabChoice, name: string) => boolean,
): Composition | undefined {
  const [, path = '', query = ''] = /^\/([^?#]*)(?:\?([^#]*))?/.exec(target) ?? [];
  const [first, ...segments] = path.split('/');
  const lab = [COMPOSE, ...labs].find(({ name }) => name === first);
  if (!lab) return undefined;
  const key = lab === COMPOSE ? '' : decode(segments.shift() ?? '');
  const end = segments.indexOf('end');
  const directives = end < 0 ? segments : segments.slice(0, end);
  const steps: Pair[][] = [[]];
  for (const segment of directives) {
    if (segment === 'then' && lab.hasSteps) steps.push([]);
    else if (segment !== '') steps.at(-1)?.push(parsePair(segment, decode));
  }
  const pairs = end < 0 ? query.split('&').filter((pair) => pair !== '') : [];
  steps.at(-1)?.push(...pairs.map((pair) => parsePair(pair, (text) => decode(text.replaceAll('+', ' ')))));
  const named = (pair: Pair) => isSetting(lab, pair[0]);
  return {
    lab,
    key,
    settings: steps.flat().filter(named),
    steps: steps.map((step) => step.filter((pair) => !named(pair))),
  };
}

function parsePair(text: string, decoded: (text: string) => string): Pair {
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
