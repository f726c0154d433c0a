import type { Runtime } from '#runtime.ts';
import { DirectiveError } from './directive-error.ts';
import { parseSeconds } from './seconds.ts';

/** A delay, or the distribution from which it is drawn. Times are in milliseconds. */
export type DelayDistribution =
  | { readonly kind: 'fixed'; readonly minimum: number; readonly maximum: number }
  | { readonly kind: 'uniform'; readonly minimum: number; readonly maximum: number }
  | {
      readonly kind: 'lognormal';
      readonly median: number;
      readonly sigma: number;
      /** Larger values are drawn again; undefined for the maximum of the server. */
      readonly cap: number | undefined;
    };

export const NO_DELAY = fixedDelay(0);

/** @param milliseconds */
export function fixedDelay(milliseconds: number): DelayDistribution {
  return { kind: 'fixed', minimum: milliseconds, maximum: milliseconds };
}

const MAX_SIGMA = 10;
/** The median is exceeded by half of the values, so more draws than these are improbable. */
const MAX_DRAWS = 64;

/**
 * Parses `0.2` or `200ms`, `0.2..0.8` (uniform), or `~0.2,0.4,2` (lognormal: median, sigma and an optional cap).
 * @throws DirectiveError
 */
export function parseDelay(text: string | undefined): DelayDistribution {
  if (text === undefined) return NO_DELAY;
  if (text.startsWith('~')) return parseLognormal(text.slice(1));
  const [minimum = Number.NaN, maximum = minimum, ...rest] = text.split('..').map(parseTime);
  if (Number.isNaN(minimum + maximum) || rest.length > 0 || minimum > maximum) {
    throw new DirectiveError(
      'must be seconds such as 0.2 or 200ms, a range such as 0.2..0.8, or ~MEDIAN,SIGMA[,CAP]',
    );
  }
  const range = { minimum, maximum };
  return minimum === maximum ? { kind: 'fixed', ...range } : { kind: 'uniform', ...range };
}

function parseLognormal(text: string): DelayDistribution {
  const [first = '', second = '', third, ...others] = text.split(',');
  const [median, cap] = [parseTime(first), third === undefined ? undefined : parseTime(third)];
  const sigma = SIGMA.test(second) ? Number(second) : Number.NaN;
  if (others.length > 0 || [median, sigma, cap].some(Number.isNaN))
    throw new DirectiveError('must be ~MEDIAN,SIGMA[,CAP] in seconds, such as ~0.2,0.4,2');
  if (sigma > MAX_SIGMA) throw new DirectiveError(`must have a sigma of at most ${MAX_SIGMA}`);
  if (cap !== undefined && cap < median) throw new DirectiveError('must have a cap of at least the median');
  return {
    kind: 'lognormal',
    median,
    sigma,
    cap,
  };
}

const SIGMA = /^(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/;

function parseTime(text: string): number {
  return parseSeconds(text) ?? Number.NaN;
}

/** The longest delay that the directives demand. A distribution without a cap is cut at the maximum of the server. */
export function longestDelay(delay: DelayDistribution): number {
  return delay.kind === 'lognormal' ? (delay.cap ?? delay.median) : delay.maximum;
}

/** Draws a delay. @param maximum that of the server. */
export function drawDelay(
  delay: DelayDistribution,
  maximum: number,
  { fraction }: Pick<Runtime, 'fraction'>,
): number {
  switch (delay.kind) {
    case 'fixed':
      return delay.minimum;
    case 'uniform':
      return delay.minimum + fraction() * (delay.maximum - delay.minimum);
    case 'lognormal': {
      const { median, sigma, cap = maximum } = delay;
      for (let draws = 0; draws < MAX_DRAWS; draws++) {
        const value = median * Math.exp(sigma * drawNormal(fraction));
        if (value <= cap) return value;
      }
      return cap;
    }
  }
}

/** A value of the standard normal distribution, by the method of Box and Muller. */
function drawNormal(fraction: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction());
}
