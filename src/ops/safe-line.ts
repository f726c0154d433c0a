/**
 * A line of JSON without a character that a terminal interprets: C1 (ECMA-48 §5.4), and those that change the direction of
 * text. Those of C0 are escaped in JSON.
 */
export function escapeControls(json: string): string {
  return json.replace(CONTROLS, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A line of JSON whose strings are printed as text: each control character but line feed and tab is a space. */
export function removeControls(json: string): string {
  return json
    .replace(ESCAPES, (found) => (found === '\\b' || /^\\[fru]/.test(found) ? ' ' : found))
    .replace(CONTROLS, ' ');
}

/** Escaped C0, or another escaped character, which is skipped. */
const ESCAPES = /\\(?:u00[01][\da-f]|[^u])/g;

const CONTROLS = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
