/** The parts of a value of `fault=`, as written. */
export interface FaultParts {
  readonly kind: string;
  readonly argument: string | undefined;
  readonly place: string | undefined;
  /** In order, such as `after=0.2`. */
  readonly options: readonly string[];
}

const SYNTAX = /^([a-z-]+)(?::([a-z0-9:-]+))?(?:@([a-z0-9:]+))?((?:,[a-z]+(?:=[0-9.]+)?)*)$/;

/** Splits `KIND[:ARGUMENT][@PLACE][,OPTION…]`; undefined for another form. */
export function splitFault(text: string): FaultParts | undefined {
  const [, kind, argument, place, options = ''] = SYNTAX.exec(text) ?? [];
  return kind === undefined ? undefined : { kind, argument, place, options: options.split(',').slice(1) };
}

/** The reverse of `splitFault`. */
export function joinFault({ kind, argument, place, options }: FaultParts): string {
  return [
    kind,
    argument === undefined ? '' : `:${argument}`,
    place === undefined ? '' : `@${place}`,
    ...options.map((option) => `,${option}`),
  ].join('');
}
