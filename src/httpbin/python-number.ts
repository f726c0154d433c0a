/** A floating-point number as Python writes it: `1.0`, `1e+16`, `1e-05`, `NaN`, `-Infinity`. */
export function toPythonFloat(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  // Both languages write the shortest digits that read back as the same number; they differ in where exponents begin.
  const [mantissa = '0', exponentText = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) return sign + withExponent(digits, exponent);
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

/** A JavaScript number as Python writes it when whole numbers stand for its `int`. */
export function toPythonNumber(value: number): string {
  if (Number.isSafeInteger(value)) return value === 0 ? '0' : String(value);
  return Number.isInteger(value) ? BigInt(value).toString() : toPythonFloat(value);
}

function withExponent(digits: string, exponent: number): string {
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  const size = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${size}`;
}
