/**
 * Selects the available coding with the highest weight in an `Accept-Encoding` value (RFC 9110 §12.5.3). Of codings
 * with equal weight, the first one is selected. Returns undefined when none is acceptable.
 */
export function negotiateCoding<Coding extends string>(
  accept: string,
  available: readonly Coding[],
): Coding | undefined {
  const weights = readWeights(accept);
  const weightOf = (coding: string) =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? MIN_WEIGHT : 0);
  let best: Coding | undefined;
  for (const coding of available) {
    if (weightOf(coding) > (best === undefined ? 0 : weightOf(best))) best = coding;
  }
  return best;
}

/** The weight of `identity` when the value omits it: acceptable, but after every listed coding. */
const MIN_WEIGHT = Number.MIN_VALUE;

const ELEMENT = /^([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/** Ignores invalid elements and repeated names. */
function readWeights(accept: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const element of accept.split(',')) {
    const [, name, weight = '1'] = ELEMENT.exec(element.trim()) ?? [];
    if (name === undefined) continue;
    // `x-gzip` is another name of gzip (RFC 9110 §8.4.1.3).
    const coding = name.toLowerCase().replace(/^x-gzip$/, 'gzip');
    if (!weights.has(coding)) weights.set(coding, Number(weight));
  }
  return weights;
}
