import { faultKinds } from '#testing/responses/faults/declarations.ts';
import type { FaultKind, FaultVariant, PlaceName } from '#testing/responses/faults/fault-kind.ts';

/** One combination of kind, argument and place, with an example. */
export interface FaultRow {
  readonly kind: FaultKind;
  readonly variantName: string | undefined;
  readonly variant: FaultVariant | undefined;
  readonly place: PlaceName | undefined;
  /** A value of `fault=`. */
  readonly fault: string;
  /** The method of the example. */
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly isOverHttp2: boolean;
}

/** All combinations, in the order of the declarations. */
export function faultRows(): FaultRow[] {
  return faultKinds.flatMap((kind) =>
    listArguments(kind).flatMap((variantName) =>
      (kind.places.length > 0 ? kind.places : [undefined]).map((place) => buildRow(kind, variantName, place)),
    ),
  );
}

function listArguments({ variants }: FaultKind): (string | undefined)[] {
  return variants ? Object.keys(variants) : [undefined];
}

function buildRow(kind: FaultKind, variantName: string | undefined, place: PlaceName | undefined): FaultRow {
  const variant = variantName === undefined ? undefined : kind.variants?.[variantName];
  const number = variant?.number ? `${kind.numberSeparator ?? ':'}${EXAMPLE_NUMBER}` : '';
  const argument = variantName === undefined ? '' : `:${variantName}${number}`;
  const method = variantName === 'content-on-head' ? 'HEAD' : place?.startsWith('request') ? 'POST' : 'GET';
  return {
    kind,
    variantName,
    variant,
    place,
    fault: `${kind.name}${argument}${place === undefined ? '' : `@${place.replace('N', EXAMPLE_BYTES[place] ?? '')}`}`,
    method,
    isOverHttp2: kind.http2 !== undefined && (variant === undefined || variant.http2Fields !== undefined),
  };
}

const EXAMPLE_NUMBER = 3;
const EXAMPLE_BYTES: Readonly<Partial<Record<PlaceName, string>>> = { N: '3', 'request:N': '1000' };
