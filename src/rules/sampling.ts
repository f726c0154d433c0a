import type { Exchange } from '#http/message/exchange.ts';
import type { Runtime } from '#runtime.ts';
import type { NormalizedRule } from './rule.ts';

/** Draws whether a rule applies to a call that it matches. */
export type Sampling = (exchange: Exchange, runtime: Pick<Runtime, 'fraction'>) => boolean;

/**
 * The sampling of a rule: `toxicity` is drawn once for each connection, `probability` for each call. A share of 1 needs no
 * random number.
 */
export function createSampling({
  probability,
  toxicity,
}: Pick<NormalizedRule, 'probability' | 'toxicity'>): Sampling {
  const connections = new WeakMap<object, boolean>();
  const isOfToxicConnection: Sampling = ({ connectionInfo: connection }, { fraction }) => {
    const known = connections.get(connection);
    if (known !== undefined) return known;
    const isToxic = fraction() < toxicity;
    connections.set(connection, isToxic);
    return isToxic;
  };
  return (exchange, runtime) =>
    (toxicity === 1 || isOfToxicConnection(exchange, runtime)) &&
    (probability === 1 || runtime.fraction() < probability);
}
