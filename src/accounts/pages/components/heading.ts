import { icon } from '#pages/components/icon.ts';
import { html, type Markup } from '#pages/html.ts';

interface HeadingOptions {
  /** The page that this one is below. */
  readonly parent?: { readonly path: string; readonly title: string };
  /** What the page is for. */
  readonly text?: Markup | string;
  /** The primary action of the page. */
  readonly action?: Markup;
}

/** The beginning of a page of the settings. */
export function heading(title: string, { parent, text, action }: HeadingOptions = {}): Markup {
  return html`
    <header class="heading">
      <div>
        ${parent === undefined ? null : html`<a class="parent" href=${parent.path}>${icon('left')}${parent.title}</a>`}
        <h1>${title}</h1>
        ${text === undefined ? null : html`<p class="soft">${text}</p>`}
      </div>
      ${action}
    </header>`;
}
