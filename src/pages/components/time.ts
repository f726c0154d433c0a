import { html, type Markup } from '../html.ts';

/** A timestamp of the API for people: `2020-11-13 16:00:00 UTC`, or another text with that as its title. */
export function time(timestamp: string, text?: string): Markup {
  const exact = timestamp.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC');
  return html`<time datetime=${timestamp} title=${text && exact}>${text ?? exact}</time>`;
}
