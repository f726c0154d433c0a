import { html, type Markup } from '../html.ts';
import { icon } from './icon.ts';

/** A short remark about a thing. */
export function badge(text: string, kind?: 'new' | 'warn' | 'bin'): Markup {
  return html`<span class=${kind === undefined ? 'badge' : `badge ${kind}`}>${text}</span>`;
}

/** A scope of a token. */
export function scope(name: string): Markup {
  return html`<span class="scope">${name}</span>`;
}

interface ChipOptions {
  /** The part before the value, such as `status:`. */
  readonly name?: string;
  readonly value: string;
  readonly isNegated?: boolean;
  readonly isInvalid?: boolean;
  /** Attributes of the button that removes the chip; without them, it has none. */
  readonly removal?: Readonly<Record<string, string>>;
}

/** A condition of a filter. */
export function chip({ name = '', value, isNegated, isInvalid, removal }: ChipOptions): Markup {
  const classes = ['chip', isNegated && 'not', isInvalid && 'error'].filter(Boolean).join(' ');
  const remove =
    removal &&
    html`<button type="button" aria-label=${`Remove ${name}${value}`} ...${removal}>${icon('close')}</button>`;
  return html`<span class=${classes}>${name === '' ? null : html`<b>${name}</b>`}${value}${remove}</span>`;
}
