import { didYouMean } from '#http/syntax/closest-match.ts';
import { DirectiveError } from '../syntax/directive-error.ts';
import { faultKinds } from './declarations.ts';
import type { FaultKind, FaultVariant, OptionName, PlaceName } from './fault-kind.ts';
import { splitFault } from './syntax.ts';

/** A parsed value of `fault=`. */
export interface TransportFault {
  /** The value as given. */
  readonly text: string;
  readonly kind: FaultKind;
  readonly variant: FaultVariant | undefined;
  readonly variantName: string | undefined;
  /** The number of the argument; 0 without one. */
  readonly number: number;
  /** Undefined for kinds without a place. */
  readonly place: Place | undefined;
  readonly options: ReadonlyMap<OptionName, number>;
}

export interface Place {
  readonly name: PlaceName;
  /** The number of `N` or `request:N`. */
  readonly bytes: number;
}

const MAX_BYTES = 1_000_000_000;
const EXAMPLE = 'must be KIND[:ARGUMENT][@PLACE][,OPTION], such as reset@headers or length:less-2';

/**
 * Parses `KIND[:ARGUMENT][@PLACE][,OPTION…]`.
 * @throws DirectiveError for an invalid fault.
 */
export function parseFault(text: string): TransportFault {
  const parts = splitFault(text);
  if (!parts) throw new DirectiveError(EXAMPLE);
  const { kind: name, argument, place, options } = parts;
  const kind = faultKinds.find((each) => each.name === name);
  if (!kind) {
    const names = faultKinds.map((each) => each.name);
    throw new DirectiveError(`does not have the kind ${name}${didYouMean(name, names)}`);
  }
  return {
    text,
    kind,
    ...parseArgument(kind, argument),
    place: parsePlace(kind, place),
    options: parseOptions(kind, options),
  };
}

function parseArgument(
  { name, variants, numberSeparator = ':' }: FaultKind,
  argument: string | undefined,
): Pick<TransportFault, 'variant' | 'variantName' | 'number'> {
  if (!variants) {
    if (argument !== undefined) throw new DirectiveError(`${name} has no argument`);
    return { variant: undefined, variantName: undefined, number: 0 };
  }
  const names = Object.keys(variants);
  if (argument === undefined) throw new DirectiveError(`${name} must have one of ${names.join(', ')}`);
  const separator = /[:-]\d+$/.test(argument) ? argument.lastIndexOf(numberSeparator) : -1;
  const [variantName, digits] =
    separator < 0 ? [argument, undefined] : [argument.slice(0, separator), argument.slice(separator + 1)];
  const variant =
    Object.hasOwn(variants, variantName) && variants[variantName]?.number
      ? variants[variantName]
      : Object.hasOwn(variants, argument)
        ? variants[argument]
        : undefined;
  if (!variant) {
    throw new DirectiveError(
      `${name} cannot have ${argument}; it must have one of ${names.join(', ')}${didYouMean(argument, names)}`,
    );
  }
  if (!variant.number) return { variant, variantName: argument, number: 0 };
  const { minimum, maximum } = variant.number;
  const number = Number(digits);
  if (digits === undefined || !/^\d+$/.test(digits) || number < minimum || number > maximum) {
    throw new DirectiveError(
      `${name}:${variantName}${numberSeparator}N must have a number from ${minimum} to ${maximum}`,
    );
  }
  return { variant, variantName, number };
}

function parsePlace({ name, places }: FaultKind, text: string | undefined): Place | undefined {
  const [first] = places;
  if (first === undefined) {
    if (text === undefined) return undefined;
    throw new DirectiveError(`${name} has no place`);
  }
  if (text === undefined && first !== 'N') return { name: first, bytes: 0 };
  const place = parsePlaceName(text ?? '');
  if (place && places.includes(place.name) && place.bytes <= MAX_BYTES) return place;
  throw new DirectiveError(`${name} must have a place of ${places.join(', ')}`);
}

function parsePlaceName(text: string): Place | undefined {
  if (/^\d+$/.test(text)) return { name: 'N', bytes: Number(text) };
  const [, digits] = /^request:(\d+)$/.exec(text) ?? [];
  if (digits !== undefined) return { name: 'request:N', bytes: Number(digits) };
  return text === 'request' || text === 'start' || text === 'headers' || text === 'end'
    ? { name: text, bytes: 0 }
    : undefined;
}

/** The values of the options; an option without a value has the value 1. */
export const faultOptions: Readonly<
  Record<
    OptionName,
    { readonly isFlag: boolean; readonly check: (value: number) => boolean; readonly expects: string }
  >
> = {
  connection: { isFlag: true, check: () => true, expects: 'connection' },
  close: { isFlag: true, check: () => true, expects: 'close' },
  code: {
    isFlag: false,
    check: (value) => Number.isInteger(value) && value < 2 ** 32,
    expects: 'code=NUMBER with an error code of RFC 9113 §7',
  },
  after: { isFlag: false, check: (value) => value <= 10, expects: 'after=SECONDS from 0 to 10' },
};

function parseOptions(
  { name, options: allowed = [] }: FaultKind,
  texts: readonly string[],
): Map<OptionName, number> {
  const values = new Map<OptionName, number>();
  for (const option of texts) {
    const [input = '', value] = option.split('=');
    const known = allowed.find((each) => each === input);
    if (!known) {
      const list = allowed.length > 0 ? `the options ${allowed.join(', ')}` : 'no options';
      throw new DirectiveError(`${name} cannot have ${input}; it has ${list}`);
    }
    const { isFlag, check, expects } = faultOptions[known];
    const number = isFlag ? 1 : Number(value === '' ? undefined : value);
    if (values.has(known) || isFlag !== (value === undefined) || !check(number) || Number.isNaN(number)) {
      throw new DirectiveError(`${name} must have ${expects} once`);
    }
    values.set(known, number);
  }
  return values;
}
