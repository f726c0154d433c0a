import { percentDecode } from './percent.ts';
import { withoutBins } from './target.ts';

/**
 * The paths that a client can mean with a path: without repeated slashes, dot segments (RFC 3986 §5.2.4) and prefixes of
 * bins. Clients with an unusual base URL send their credentials to such paths.
 */
export function pathVariants(path: string): readonly string[] {
  if (!path.startsWith('/bin/') && !/%|\/[./]/.test(path)) return [path];
  const decoded = percentDecode(path);
  const normalized = [decoded, withoutBins(decoded)].map(normalize);
  return [...new Set(normalized.flatMap((variant) => [variant, withoutBins(variant)]))];
}

function normalize(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}
