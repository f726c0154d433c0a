import { editDistance } from '#http/syntax/closest-match.ts';
import type { ClosePath } from '#pages/navigation.ts';
import type { Guide } from '../guides/guide.ts';
import type { Catalogue } from './catalogue.ts';

const MAX_PATHS = 3;

/** The time of a comparison grows with the length, and the client chooses the path. */
const MAX_LENGTH = 100;

/**
 * The endpoints and guides whose paths are most similar to a path, the closest first: at most half of their characters differ.
 * A parameter of a path is the segment in its place.
 */
export function findClosePaths(
  path: string,
  { families }: Catalogue,
  guides: readonly Guide[],
): readonly ClosePath[] {
  if (path.length > MAX_LENGTH) return [];
  const endpoints = families.flatMap(({ entries }) =>
    entries.map(({ endpoint, page }) => ({
      path: endpoint.path,
      href: page,
      title: endpoint.summary.replaceAll('`', ''),
      filled: fillTemplate(endpoint.path, path),
    })),
  );
  const articles = guides.map(({ name, title }) => {
    const href = `/docs/guides/${name}`;
    return { path: href, href, title, filled: href };
  });
  const found = new Map<string, ClosePath & { readonly steps: number }>();
  for (const { filled, ...candidate } of [...articles, ...endpoints]) {
    if (found.has(candidate.path) || Math.abs(filled.length - path.length) > path.length / 2) continue;
    const steps = editDistance(filled.toLowerCase(), path.toLowerCase());
    // Parameters are similar to anything, so that the other characters decide.
    const fixed = candidate.path.split('/').filter((segment) => !segment.startsWith('{'));
    if (steps <= fixed.join('/').length / 2) found.set(candidate.path, { ...candidate, steps });
  }
  return [...found.values()].sort((one, other) => one.steps - other.steps).slice(0, MAX_PATHS);
}

/** The template with the segments of a path in the place of its parameters, but for the one that stands for a rest. */
function fillTemplate(template: string, path: string): string {
  const segments = path.split('/');
  return template
    .split('/')
    .map((segment, place) => {
      const isParameter = segment.startsWith('{') && !segment.endsWith('+}');
      return isParameter ? (segments[place] ?? segment) : segment;
    })
    .join('/');
}
