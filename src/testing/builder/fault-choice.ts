/** A kind of fault, as the form offers it. */
export interface FaultChoice {
  readonly name: string;
  readonly summary: string;
  /** What a client typically reports. */
  readonly client: string;
  /** The first one is the default. Empty for a kind without a place. */
  readonly places: readonly string[];
  /** Between the name of a variant and its number. */
  readonly separator: string;
  readonly isOverHttp2: boolean;
  readonly variants: readonly FaultVariantChoice[];
  readonly options: readonly { readonly name: string; readonly isFlag: boolean }[];
}

export interface FaultVariantChoice {
  readonly name: string;
  readonly summary: string;
  readonly client: string | undefined;
  /** The range of the number that the variant needs. */
  readonly number: { readonly minimum: number; readonly maximum: number } | undefined;
  readonly isOverHttp2: boolean;
}

/** The choices that a value of `fault=` is made of. */
export interface ChosenFault {
  readonly variant: string;
  readonly number: string;
  readonly place: string;
  readonly bytes: string;
  /** By name; a flag has an empty value. */
  readonly options: Readonly<Record<string, string>>;
}

/** The argument and place of a value of `fault=` as choices of this kind. */
export function toChosen(kind: FaultChoice, { argument = '', place = '', options }: FaultText): ChosenFault {
  const variant = kind.variants.find(
    ({ name, number }) => name === argument || (number && argument.startsWith(name + kind.separator)),
  );
  const [, prefix = '', bytes = ''] = /^(request:)?(\d*)$/.exec(place) ?? [];
  return {
    variant: variant?.name ?? kind.variants[0]?.name ?? '',
    number: variant && argument !== variant.name ? argument.slice(variant.name.length + 1) : '',
    place: bytes === '' ? place || (kind.places[0] ?? '') : `${prefix}N`,
    bytes,
    options: Object.fromEntries(
      options.map((option) => {
        const [name = '', value = ''] = option.split('=');
        return [name, value];
      }),
    ),
  };
}

/** The parts of a value of `fault=`, without its kind. */
export interface FaultText {
  readonly argument: string | undefined;
  readonly place: string | undefined;
  readonly options: readonly string[];
}

/** The reverse of `toChosen`. What the kind does not have is left out, as is its default place. */
export function toFaultText(kind: FaultChoice, chosen: ChosenFault): FaultText {
  const variant = kind.variants.find(({ name }) => name === chosen.variant) ?? kind.variants[0];
  const number = variant?.number
    ? `${kind.separator}${chosen.number === '' ? variant.number.minimum : chosen.number}`
    : '';
  const place = kind.places.find((name) => name === chosen.place) ?? kind.places[0];
  const isDefault = place === kind.places[0] && place !== 'N';
  return {
    argument: variant && `${variant.name}${number}`,
    place: isDefault ? undefined : place?.replace('N', chosen.bytes === '' ? '1' : chosen.bytes),
    options: kind.options.flatMap(({ name, isFlag }) => {
      const value = chosen.options[name];
      if (value === undefined || (!isFlag && value === '')) return [];
      return [isFlag ? name : `${name}=${value}`];
    }),
  };
}
