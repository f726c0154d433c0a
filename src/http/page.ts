import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import type { Exchange } from './exchange.ts';
import type { Fields } from './fields.ts';

export type Markup = VNode | VNode[];

/** A template tag for markup. All values are escaped. */
export type Html = (strings: TemplateStringsArray, ...values: unknown[]) => Markup;

/** A self-contained page. It loads nothing else, and only its own script and style apply. */
export interface Page {
  readonly title: string;
  readonly stylesheet: string;
  readonly script?: string;
  /** URL of the script if it is not inline. Its content must still be `script`. */
  readonly scriptUrl?: string;
  /** Directives of the Content-Security-Policy besides those for style and script. Everything else is forbidden. */
  readonly policy: readonly string[];
  /** The `Referrer-Policy`. A page with forms that check their origin needs `same-origin`. */
  readonly referrerPolicy?: 'no-referrer' | 'same-origin';
  /** Further content of the head. */
  head?(html: Html): Markup;
  body(html: Html): Markup;
}

/** The header fields and the content of a page. */
export interface RenderedPage {
  readonly fields: Fields;
  readonly content: Buffer;
}

/** Sends the page. */
export async function sendPage(exchange: Exchange, page: Page, status = 200): Promise<void> {
  const { fields, content } = await renderPage(page);
  exchange.send(status, fields, content);
}

export async function renderPage(page: Page): Promise<RenderedPage> {
  const { html, render } = await loadMarkup();
  const { title, stylesheet, referrerPolicy = 'no-referrer' } = page;
  const document = html`
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style dangerouslySetInnerHTML=${{ __html: stylesheet }}></style>
        ${page.head?.(html)}
      </head>
      <body>
        ${page.body(html)}
        ${scriptOf(html, page)}
      </body>
    </html>`;
  return {
    fields: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', contentSecurityPolicy(page)],
      ['X-Content-Type-Options', 'nosniff'],
      ['Referrer-Policy', referrerPolicy],
    ],
    content: Buffer.from(`<!doctype html>${render(document)}\n`),
  };
}

function scriptOf(html: Html, { script, scriptUrl }: Page): Markup | undefined {
  if (script === undefined) return undefined;
  if (scriptUrl === undefined) return html`<script dangerouslySetInnerHTML=${{ __html: script }}></script>`;
  return html`<script src=${scriptUrl} integrity=${digestOf(script)}></script>`;
}

/** Loads the rendering libraries on first use, because a server without page requests does not need them. */
async function loadMarkup() {
  const [{ h }, htm, { render }] = await Promise.all([
    import('preact'),
    import('htm'),
    import('preact-render-to-string'),
  ]);
  // The types describe the CommonJS file, in which the function is one level deeper than in the loaded module.
  const tag = htm.default as unknown as (typeof htm)['default']['default'];
  const html: Html = tag.bind(h);
  return {
    html,
    render: (markup: Markup) =>
      [markup]
        .flat()
        .map((part) => render(part))
        .join(''),
  };
}

/** The `Content-Security-Policy` that allows exactly what the page contains. */
export function contentSecurityPolicy({
  stylesheet,
  script,
  policy,
}: Pick<Page, 'stylesheet' | 'script' | 'policy'>): string {
  return [
    "default-src 'none'",
    `style-src '${digestOf(stylesheet)}'`,
    ...(script === undefined ? [] : [`script-src '${digestOf(script)}'`]),
    ...policy,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
