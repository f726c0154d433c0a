import { html, type Markup } from '../html.ts';

/** A short remark about a thing. */
export function badge(text: string, kind?: 'new' | 'warn' | 'bin'): Markup {
  return html`<span class=${kind === undefined ? 'badge' : `badge ${kind}`}>${text}</span>`;
}

/** A scope of a token. */
export function scope(name: string): Markup {
  return html`<span class="scope">${name}</span>`;
}
