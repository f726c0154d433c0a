/** Milliseconds of each unit, by name. */
export type DurationUnits = Readonly<Record<string, number>>;

/**
 * Parses a number of seconds such as `1.5`, or amounts with units such as `1m30s`, to milliseconds. Undefined for any
 * other text. Takes linear time, because clients choose the text.
 */
export function parseDuration(text: string, units: DurationUnits): number | undefined {
  const end = endOfAmount(text, 0);
  if (end > 0 && end === text.length) return Number(text) * 1000;
  let total = 0;
  let at = 0;
  while (at < text.length) {
    const endOfNumber = endOfAmount(text, at);
    const endOfName = endOfUnit(text, endOfNumber);
    const unit = text.slice(endOfNumber, endOfName);
    if (endOfNumber === at || !Object.hasOwn(units, unit)) return undefined;
    total += Number(text.slice(at, endOfNumber)) * (units[unit] ?? 0);
    at = endOfName;
  }
  return text === '' ? undefined : total;
}

/** The end of a number such as `1`, `1.`, `1.5` or `.5`; `start` without one. */
function endOfAmount(text: string, start: number): number {
  const endOfWhole = endOfDigits(text, start);
  if (text[endOfWhole] !== '.') return endOfWhole;
  const end = endOfDigits(text, endOfWhole + 1);
  return end - start === 1 ? start : end;
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

function endOfUnit(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== '.' && !isDigit(text.charCodeAt(at))) at++;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
