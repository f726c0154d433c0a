/** Bounds of a number, all of which hold. The names are those of JSON Schema. */
export interface Range {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

const OPERATORS = {
  '>=': (minimum: number): Range => ({ minimum }),
  '<=': (maximum: number): Range => ({ maximum }),
  '>': (exclusiveMinimum: number): Range => ({ exclusiveMinimum }),
  '<': (exclusiveMaximum: number): Range => ({ exclusiveMaximum }),
} as const;

/**
 * Parses `>=400`, `<=400`, `>400`, `<400`, and a number alone, which is the only one of its range.
 * @param toNumber undefined for a text that is no number.
 */
export function parseRange(text: string, toNumber: (text: string) => number | undefined): Range | undefined {
  const operator = /^[<>]=?/.exec(text)?.[0] ?? '';
  const value = toNumber(text.slice(operator.length));
  if (value === undefined) return undefined;
  return isOperator(operator) ? OPERATORS[operator](value) : { minimum: value, maximum: value };
}

function isOperator(text: string): text is keyof typeof OPERATORS {
  return Object.hasOwn(OPERATORS, text);
}

/** Tests a number; null stands for one that is absent, which is in no range. */
export function compileRange({
  minimum = -Infinity,
  exclusiveMinimum = -Infinity,
  maximum = Infinity,
  exclusiveMaximum = Infinity,
}: Range): (value: number | null) => boolean {
  return (value) =>
    value !== null &&
    value >= minimum &&
    value > exclusiveMinimum &&
    value <= maximum &&
    value < exclusiveMaximum;
}

/** The range as it is written in a filter. */
export function describeRange({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Range): string {
  if (minimum !== undefined && minimum === maximum) return String(minimum);
  return [
    ['>=', minimum],
    ['>', exclusiveMinimum],
    ['<=', maximum],
    ['<', exclusiveMaximum],
  ]
    .flatMap(([operator, value]) => (value === undefined ? [] : [`${operator}${value}`]))
    .join(' ');
}
