import type { Html, Markup, Page } from '../http/page.ts';
import { stylesheet } from './stylesheet.ts';
import { tryPanel } from './try-panel.ts';

export interface Document {
  readonly title: string;
  readonly description: string;
  body(html: Html): Markup;
}

/** A page of the documentation, with the script that filters endpoints and copies and sends examples. */
export function toPage({ title, description, body }: Document, script: string): Page {
  return {
    title,
    stylesheet,
    script,
    scriptUrl: '/docs/page.js',
    policy: ["img-src 'self' blob:", "connect-src 'self'", "form-action 'none'"],
    head: (html) => html`
      <meta name="description" content=${description} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />`,
    body: (html) => html`
      <a class="skip" href="#main">Skip to the endpoints</a>
      ${body(html)}
      ${tryPanel(html)}
      <p id="announcement" class="unseen" role="status"></p>`,
  };
}

/** Hidden until the script is there; without it everything is shown. */
export function filterField(html: Html): Markup {
  return html`
    <search class="filter scripted">
      <label for="filter">Filter</label>
      <input id="filter" type="search" placeholder="cookie, POST, /status …" autocomplete="off" spellcheck=${false} />
      <p id="found" role="status"></p>
    </search>`;
}
