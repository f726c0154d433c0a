/**
 * Of the codings that can be had, `identity` among them or not, the one that an `Accept-Encoding` value likes best
 * (RFC 9110 §12.5.3); the first of those it likes as much; undefined when it accepts none of them.
 */
export function chooseCoding<Coding extends string>(
  accept: string,
  available: readonly Coding[],
): Coding | undefined {
  const weights = readWeights(accept);
  const weightOf = (coding: string) =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? LEAST : 0);
  let best: Coding | undefined;
  for (const coding of available) {
    if (weightOf(coding) > (best === undefined ? 0 : weightOf(best))) best = coding;
  }
  return best;
}

/** Nobody has to ask for no coding, but whatever is asked for comes before it. */
const LEAST = Number.MIN_VALUE;

const ELEMENT = /^([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/** The first of repeated names counts, and what cannot be read is passed over. */
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
