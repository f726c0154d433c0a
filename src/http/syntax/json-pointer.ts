/** The steps of a JSON Pointer (RFC 6901 §3); undefined for another text. */
export function parsePointer(text: string): string[] | undefined {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  return text
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer with these steps (RFC 6901 §3). */
export function formatPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The value at a pointer (RFC 6901 §4); undefined if there is none. */
export function valueAt(value: unknown, steps: readonly string[]): unknown {
  let found = value;
  for (const step of steps) found = memberOf(found, step);
  return found;
}

function memberOf(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return INDEX.test(step) ? value[Number(step)] : undefined;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? Reflect.get(value, step)
    : undefined;
}

/** An index of a list has no leading zeros. */
const INDEX = /^(?:0|[1-9]\d{0,15})$/;
