import { PREFERENCES_KEY } from '../preferences-key.ts';

/** The preferences of all pages. Each page checks the values that it uses, because all scripts of this origin can write them. */
export function readPreferences(): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFERENCES_KEY) ?? '{}');
    return { ...Object(stored) };
  } catch {
    // The browser keeps nothing, or something else.
    return {};
  }
}

/** Changes some preferences. Where the browser keeps nothing, they are for this page only. */
export function writePreferences(changes: Readonly<Record<string, unknown>>): void {
  try {
    localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ ...readPreferences(), ...changes }));
  } catch {
    // The browser keeps nothing.
  }
}
