import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import type { Exchange } from './exchange.ts';

export type Markup = VNode | VNode[];

/** A tag for templates of markup. Every value in them is escaped. */
export type Html = (strings: TemplateStringsArray, ...values: unknown[]) => Markup;

/** A page with all it needs inside. Nothing else is loaded, and no script or style runs but its own. */
export interface Page {
  readonly title: string;
  readonly stylesheet: string;
  readonly script?: string;
  /** Directives of its Content-Security-Policy besides those for style and script. Nothing is allowed that is not named. */
  readonly policy: readonly string[];
  body(html: Html): Markup;
}

/** Answers 200 with the page, or with the status that is given. */
export async function sendPage(exchange: Exchange, page: Page, status = 200): Promise<void> {
  const { html, render } = await loadMarkup();
  const { title, stylesheet, script } = page;
  const document = html`
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style dangerouslySetInnerHTML=${{ __html: stylesheet }}></style>
      </head>
      <body>
        ${page.body(html)}
        ${script === undefined ? '' : html`<script dangerouslySetInnerHTML=${{ __html: script }}></script>`}
      </body>
    </html>`;
  exchange.send(
    status,
    [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', contentSecurityPolicy(page)],
      ['X-Content-Type-Options', 'nosniff'],
      ['Referrer-Policy', 'no-referrer'],
    ],
    Buffer.from(`<!doctype html>${render(document)}\n`),
  );
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

function contentSecurityPolicy({ stylesheet, script, policy }: Page): string {
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
