import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import type { Exchange } from '../exchange.ts';
import type { Fields } from '../fields.ts';

export type Markup = VNode | VNode[];

/** A tag for templates of markup. Every value in them is escaped. */
export type Html = (strings: TemplateStringsArray, ...values: unknown[]) => Markup;

/** A page with all it needs inside. Nothing else is loaded, and no script or style runs but its own. */
export interface Page {
  readonly title: string;
  readonly stylesheet: string;
  readonly script?: string;
  /** Where the script is served, when it does not stand in the page; it still is this one that runs, and no other. */
  readonly scriptUrl?: string;
  /** Directives of its Content-Security-Policy besides those for style and script. Nothing is allowed that is not named. */
  readonly policy: readonly string[];
  /** What its links and forms say of where they stand. A page with forms that check their origin needs `same-origin`. */
  readonly referrerPolicy?: 'no-referrer' | 'same-origin';
  /** What stands in the head besides. */
  head?(html: Html): Markup;
  body(html: Html): Markup;
}

/** A page as it is sent: its own fields, and the document. */
export interface RenderedPage {
  readonly fields: Fields;
  readonly content: Buffer;
}

/** Answers 200 with the page, or with the status that is given. */
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

/** The parts that pages are made of. Loaded on first use: a server that shows no page never needs them. */
async function loadMarkup() {
  const [{ h }, htm, { render }] = await Promise.all([
    import('preact'),
    import('htm'),
    import('preact-render-to-string'),
  ]);
  // Its types describe the CommonJS file, where the function lies one level deeper than in the module that is loaded.
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

/** The value of `Content-Security-Policy` that lets a page have what it has, and nothing else. */
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
