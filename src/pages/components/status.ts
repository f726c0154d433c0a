import { html, type Markup } from '../html.ts';

/** How an exchange ended: with a status, without one, or not yet. */
export type Outcome = number | 'aborted' | 'pending';

/** The class of a status: its colour, and the shape that stands before its text for readers who do not see the colour. */
function statusClass(outcome: Outcome): string {
  if (outcome === 'aborted') return 'st sx';
  if (outcome === 'pending') return 'st s0';
  return `st s${Math.min(5, Math.max(1, Math.floor(outcome / 100)))}`;
}

/**
 * A status code with its shape.
 * @param text the code by default; for an exchange without one, what happened
 * @param isPlain whether it has no tint, as in a list of statuses
 */
export function status(outcome: Outcome, text = String(outcome), isPlain = false): Markup {
  return html`<span class=${isPlain ? `${statusClass(outcome)} plain` : statusClass(outcome)}>${text}</span>`;
}

/** The method of a request. */
export function method(name: string): Markup {
  return html`<span class=${methodClass(name)}>${name}</span>`;
}

/** The class of a method. One without a colour of its own has that of secondary text. */
function methodClass(name: string): string {
  return /^[A-Z]+$/.test(name) ? `m m-${name}` : 'm';
}
