import type { Exchange } from '../../http/exchange.ts';
import type { Fields } from '../../http/fields.ts';
import { loadBrowserScript } from '../../http/pages/browser-script.ts';
import { type Html, type Markup, type Page, renderPage } from '../../http/pages/page.ts';
import type { Member, Visitor, WebContext } from './context.ts';
import { FORM_TOKEN } from './forms/form.ts';
import { toFormToken } from './sessions/session-proof.ts';
import { stylesheet } from './stylesheet.ts';

/** The part of a page that is its own. */
export interface View {
  readonly title: string;
  /** Which entry of the settings menu it belongs to; without it there is no menu. */
  readonly section?: string;
  /** Origins besides our own that a form of the page may lead to. */
  readonly formTargets?: readonly string[];
  /** Whether the page needs the script of the copy buttons. */
  readonly hasCopyButtons?: boolean;
  /** Other directives of its Content-Security-Policy. */
  readonly policy?: readonly string[];
  body(html: Html, form: FormParts): Markup;
}

/** What each form of a page begins with. */
export interface FormParts {
  /** The hidden field that proves where the form came from. */
  readonly token: Markup;
}

interface ViewCall {
  readonly exchange: Exchange;
  readonly service: WebContext;
  readonly caller: Visitor;
}

/** The call of somebody who has signed in. */
export interface MemberCall extends ViewCall {
  readonly caller: Member;
}

/** Answers with a page of the visitor's own: nobody may keep it. */
export async function show(call: ViewCall, view: View, status = 200, fields: Fields = []): Promise<void> {
  const { exchange, service, caller } = call;
  const page: Page = {
    title: `${view.title} · Sparring`,
    stylesheet,
    ...(view.hasCopyButtons && { script: await loadBrowserScript('authorizations/web') }),
    referrerPolicy: 'same-origin',
    policy: [
      `form-action 'self'${(view.formTargets ?? []).map((origin) => ` ${origin}`).join('')}`,
      ...(view.policy ?? []),
    ],
    body: (html) => layout(html, view, caller),
  };
  const rendered = await renderPage(page);
  const own: Fields = [
    ...rendered.fields,
    ['Cache-Control', 'no-store'],
    ...service.sessions.welcome(exchange, caller),
  ];
  exchange.send(status, [...own, ...fields], rendered.content);
}

/** Sends the browser on with GET (RFC 9110 §15.4.4). */
export function goOn(exchange: Exchange, location: string, fields: Fields = []): void {
  exchange.empty(303, [['Location', location], ['Cache-Control', 'no-store'], ...fields]);
}

/** What stands around every page: who is signed in, the way out, and in the settings their menu. */
export function layout(html: Html, view: View, visitor: Visitor): Markup {
  const token = html`<input type="hidden" name=${FORM_TOKEN} value=${toFormToken(visitor.secret)} />`;
  const content = view.body(html, { token });
  return html`
    <a class="skip" href="#content">Skip to the content</a>
    <header class="bar">
      <a href="/">Sparring</a>
      ${
        visitor.isSignedIn
          ? html`
            <span><span class="words">Signed in as </span><a href="/settings/applications">${visitor.user?.login}</a></span>
            <form class="inline" method="post" action="/logout">${token}<button>Sign out</button></form>`
          : null
      }
    </header>
    ${view.section === undefined ? html`<main id="content">${content}</main>` : withMenu(html, view.section, content)}
    ${view.hasCopyButtons ? html`<p id="announcement" class="unseen" role="status"></p>` : null}`;
}

function withMenu(html: Html, section: string, content: Markup): Markup {
  const entries = MENU.map(
    ([path, name]) =>
      html`<li><a href=${path} aria-current=${path === section ? 'page' : undefined}>${name}</a></li>`,
  );
  return html`
    <div class="columns">
      <nav class="menu" aria-label="Settings"><ul>${entries}</ul></nav>
      <main id="content">${content}</main>
    </div>`;
}

const MENU = [
  ['/settings/applications', 'Authorized applications'],
  ['/settings/tokens', 'Personal access tokens'],
  ['/settings/developers', 'Developer applications'],
  ['/settings/security', 'Password and two-factor'],
  ['/settings/security-log', 'Security log'],
  ['/settings/audit', 'API usage'],
] as const;
