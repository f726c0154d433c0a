import { createHash } from 'node:crypto';
import type { Fields } from '#http/syntax/fields.ts';
import { escapeHtml } from '#http/syntax/text.ts';
import { type IconName, iconSprite } from './icons.ts';
import { ICON_URL } from './logo.ts';
import { pageLinks } from './navigation.ts';
import { siteFooter } from './site-footer.ts';
import { type Site, siteHeader, soloHeader } from './site-header.ts';
import { THEME_SCRIPT } from './theme.ts';

/** What a page contains, with the parts of its body as HTML. Nothing is loaded that it does not name. */
export interface DocumentContent {
  readonly title: string;
  readonly stylesheet: string;
  readonly script?: string | undefined;
  /** URL of the script, where it is not inline. Its content must be `script`. */
  readonly scriptUrl?: string | undefined;
  /** Directives of the Content-Security-Policy, besides those of the stylesheet, the script and the images. */
  readonly policy: readonly string[];
  /** Sources of images, besides the icon of the page. */
  readonly images?: string | undefined;
  /** A page with forms that check their origin needs `same-origin`. */
  readonly referrerPolicy?: 'no-referrer' | 'same-origin' | undefined;
  /** Further elements of `head`. */
  readonly head?: string | undefined;
  /** Class of `body`, which selects a layout of the stylesheet. */
  readonly layout?: string | undefined;
  /** Whether the user must not leave the page by accident: its header has the mark, the theme and the account only. */
  readonly isSolo?: boolean | undefined;
  /** Whether the page is a tool that fills the window: no maximum of its width, and no footer. */
  readonly isApp?: boolean | undefined;
  /** Icons that the script adds to the page. */
  readonly icons?: readonly IconName[];
  /** Label of the link to the main content. */
  readonly skipLabel?: string | undefined;
  /** The text in the search field of the header. */
  readonly query?: string | undefined;
  /** The account in the header, in place of the link to the account page. */
  readonly account?: string | undefined;
  /** The navigation landmark between header and main content. */
  readonly navigation?: string | undefined;
  readonly main: string;
  /** Templates that the script uses. */
  readonly templates?: string | undefined;
}

/** A page as it is sent. */
export interface RenderedPage {
  readonly fields: Fields;
  readonly content: Buffer;
}

/** The shell of all pages: document, metadata, icon, policy, landmarks, navigation, status region and script. */
export function renderDocument(input: DocumentContent, site: Site): RenderedPage {
  const content = { ...input, stylesheet: withoutSpaces(input.stylesheet) };
  const { title, stylesheet, script, referrerPolicy = 'no-referrer', layout, skipLabel } = content;
  const { head = '', account, navigation = '', main, templates = '', isSolo, isApp, query } = content;
  const { path, prefix = '' } = site;
  const pages = pageLinks(site);
  const body = withPrefix(
    [
      `${isSolo ? soloHeader(account) : siteHeader({ pages, path, query }, account)}${navigation}<main id="main">${main}</main>`,
      isSolo || isApp ? '' : siteFooter(site.services),
      templates,
    ].join(''),
    prefix,
  );
  const classNames = [layout, isSolo && 'solo', isApp && 'app'].filter(Boolean).join(' ');
  const classes = classNames === '' ? '' : ` class="${classNames}"`;
  const document = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"/>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
    `<title>${escapeHtml(title === SITE ? title : `${title} · ${SITE}`)}</title>`,
    `<link rel="icon" href="${ICON_URL}"/><style>${stylesheet}</style>${THEME_ELEMENT}${head}</head>`,
    `<body${prefix === '' ? '' : ` data-prefix="${escapeHtml(prefix)}"`}${classes}>`,
    iconSprite(body, content.icons),
    `<a class="skip" href="#main">${escapeHtml(skipLabel ?? 'Skip to the content')}</a>`,
    body,
    '<p id="announcement" class="vh" role="status"></p>',
    script === undefined ? '' : scriptElement(script, content, prefix),
    '</body></html>\n',
  ];
  return {
    fields: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', contentSecurityPolicy(content)],
      ['X-Content-Type-Options', 'nosniff'],
      ['Referrer-Policy', referrerPolicy],
    ],
    content: Buffer.from(document.join('')),
  };
}

const SITE = 'Sparring';

/** A stylesheet without the characters that it does not need, which are a tenth of it. No text in a stylesheet has them. */
function withoutSpaces(stylesheet: string): string {
  return stylesheet
    .replace(/\n */g, ' ')
    .replaceAll(' { ', '{')
    .replaceAll('; ', ';')
    .replaceAll(': ', ':')
    .replaceAll(', ', ',')
    .replaceAll(' > ', '>')
    .replace(/(?<=[ :(,])0\.(?=\d)/g, '.')
    .replaceAll(';}', '}')
    .replaceAll(' }', '}')
    .replaceAll('} ', '}');
}

/** Before the content, so that the first paint has the colours of the theme. */
export const THEME_ELEMENT = `<script>${THEME_SCRIPT}</script>`;

/**
 * Adds the prefix to the URLs of links, forms and images that begin with one slash. Markup writes them with quotes, and
 * escapes the quotes of all text.
 */
function withPrefix(html: string, prefix: string): string {
  return prefix === ''
    ? html
    : html.replace(/( (?:href|src|action|formaction)=")(?=\/(?!\/))/g, `$1${prefix}`);
}

function scriptElement(script: string, { scriptUrl }: DocumentContent, prefix: string): string {
  if (scriptUrl === undefined) return `<script>${script}</script>`;
  return `<script src="${escapeHtml(prefix + scriptUrl)}" integrity="${digestOf(script)}"></script>`;
}

/** Allows the stylesheet, the scripts, the images and what the directives name, and nothing else. */
function contentSecurityPolicy({ stylesheet, script, images, policy }: DocumentContent): string {
  return [
    "default-src 'none'",
    `style-src '${digestOf(stylesheet)}'`,
    `script-src '${digestOf(THEME_SCRIPT)}'${script === undefined ? '' : ` '${digestOf(script)}'`}`,
    `img-src data:${images === undefined ? '' : ` ${images}`}`,
    ...policy,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
