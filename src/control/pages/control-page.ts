import type { Exchange } from '#http/message/exchange.ts';
import { sendCompressed } from '#http/message/representation.ts';
import { type Fields, withoutField } from '#http/syntax/fields.ts';
import { button } from '#pages/components/button.ts';
import { inputField } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import type { IconName } from '#pages/icons.ts';
import { renderPage } from '#pages/page.ts';
import { chartStyle } from '#pages/styles/chart.ts';
import { codeStyle } from '#pages/styles/code.ts';
import { footStyle } from '#pages/styles/shell.ts';
import { pageStylesheet } from '#pages/styles/stylesheet.ts';
import { viewStyle } from '#pages/styles/views.ts';
import type { PageAccess } from '../context/access.ts';
import type { ControlContext } from '../context/context.ts';
import type { ScriptName } from '../context/script-loader.ts';
import { controlStyle } from './stylesheet.ts';

/** The parts of a page of the control API that differ from those of the others. */
export interface ControlPage {
  /** Folder of the page, which contains its script. */
  readonly name: ScriptName;
  /** Class of `body`, which selects a layout: by default, the name. */
  readonly layout?: string;
  readonly title: string;
  readonly stylesheet: string;
  /** Whether the page is complete without its script, but for some functions. */
  readonly worksWithoutScript?: true;
  /** Whether it has forms that browsers send without the script. */
  readonly hasForms?: true;
  /** Whether the page is a tool that fills the window. */
  readonly isApp?: true;
  /** Sources of images, besides the icon. */
  readonly images?: string;
  /** What the page is about, below its title. */
  readonly lead?: Markup | string;
  /** Beside the title. */
  readonly actions?: Markup;
  /** Styles of further parts. */
  readonly parts?: readonly string[];
  /** Icons that the script adds. */
  readonly icons?: readonly IconName[];
  readonly main: Markup;
}

/** Sends one page of the control API. */
export type SendPage = (exchange: Exchange, service: ControlContext, access: PageAccess) => Promise<void>;

/** Sends a page. It contains the page token only where `access` allows it. */
export async function sendControlPage(
  exchange: Exchange,
  { pages, mainPort }: Pick<ControlContext, 'pages' | 'mainPort'>,
  access: PageAccess,
  page: ControlPage,
): Promise<void> {
  const token = access === 'token' ? await pages.token() : undefined;
  const main = mainPort.originFor(exchange);
  const { fields, content } = renderPage(
    {
      title: page.title,
      stylesheet: pageStylesheet(
        controlStyle + page.stylesheet,
        chartStyle,
        codeStyle,
        viewStyle,
        ...(page.isApp ? [] : [footStyle]),
        ...(page.parts ?? []),
      ),
      isApp: page.isApp,
      // The scripts show errors at fields.
      icons: ['warn', ...(page.icons ?? [])],
      script: await pages.scripts.load(page.name),
      scriptUrl: `/_sparring/pages/${page.name}.js`,
      policy: POLICY,
      images: page.images,
      layout: page.layout ?? page.name,
      // With `no-referrer`, browsers send forms with the origin null.
      referrerPolicy: page.worksWithoutScript || page.hasForms ? 'same-origin' : 'no-referrer',
      head: html`
        <meta name="main-origin" content=${main} />
        ${token === undefined ? null : html`<meta name="page-token" content=${token} />`}`,
      main: html`
      <header class="head-line"><div><h1>${page.title}</h1>${page.lead === undefined ? null : html`<p>${page.lead}</p>`}</div>${page.actions}</header>
      ${page.worksWithoutScript ? null : html`<noscript><p class="banner"><span>Without JavaScript, this page changes nothing. The control API has all functions for programs: <a href=${`${main}/docs?service=control`}>reference</a>.</span></p></noscript>`}
      ${signInForm()}
      <p id="problem" class="banner bad" role="alert" hidden></p>
      ${page.main}`,
    },
    exchange,
  );
  const others = withoutField(fields, 'X-Content-Type-Options');
  // Compression does not reveal the page token: other pages cannot request this page, with a text of theirs in it.
  await sendCompressed(exchange, [...others, ...ISOLATION], content);
}

/** Shown by the script when the page has no token. The script keeps the control token in memory only. */
function signInForm(): Markup {
  return html`
    <form id="sign-in" hidden>
      <p>The server requires its control token, or this browser is not on the machine of the server. The page needs the control token, which is the setting <code>control-token</code>. The page keeps it until you close or reload it.</p>
      ${inputField({ name: 'control-token', label: 'Control token', type: 'password', autocomplete: 'off', required: true })}
      ${button('Continue', { kind: 'primary' })}
    </form>`;
}

/** Nothing but text can be inserted: the browser rejects HTML from the script (Trusted Types). */
const POLICY = [
  "connect-src 'self'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** Other windows and frames get no reference to the page, whose content grants access. */
const ISOLATION: Fields = [
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
];
