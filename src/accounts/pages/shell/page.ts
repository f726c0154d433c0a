import type { Exchange } from '#http/message/exchange.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { loadBrowserScript } from '#pages/browser-script.ts';
import { button } from '#pages/components.ts';
import { type Html, type Markup, renderPage } from '#pages/page.ts';
import { FORM_TOKEN } from '../forms/form.ts';
import type { WebContext } from '../sessions/context.ts';
import { type Member, toFormToken, type Visitor } from '../sessions/visitor.ts';
import { stylesheet } from './stylesheet.ts';

/** The parts of an account page that differ from those of the others. */
export interface View {
  readonly title: string;
  /** Path of the entry in the settings menu that the page belongs to. Without it, the page has no menu. */
  readonly section?: string;
  /** Whether the page is a step that the user completes or cancels: its header has no links to other pages. */
  readonly isSolo?: boolean;
  /** Origins that the forms of the page may lead to, besides that of the page. */
  readonly formTargets?: readonly string[];
  /** Whether the page needs the script of the copy buttons. */
  readonly hasCopyButtons?: boolean;
  main(html: Html, form: FormContext): Markup;
}

interface FormContext {
  /** The hidden field with the form token. Every form contains it. */
  readonly token: Markup;
}

interface PageRequest {
  readonly exchange: Exchange;
  readonly service: WebContext;
  readonly caller: Visitor;
}

/** A request of a signed-in user. */
export interface MemberRequest extends PageRequest {
  readonly caller: Member;
}

/** Sends a page. Caches must not store it. */
export async function showPage(
  { exchange, service, caller }: PageRequest,
  view: View,
  status = 200,
  fields: Fields = [],
): Promise<void> {
  const { title, section, isSolo = false, formTargets = [], hasCopyButtons = false } = view;
  const { fields: pageFields, content } = await renderPage(
    {
      title,
      stylesheet,
      // The pages of settings have the keys of the search. Sign-in and consent have the script of the theme only.
      script: hasCopyButtons || section !== undefined ? await loadBrowserScript('accounts/pages') : undefined,
      referrerPolicy: 'same-origin',
      policy: [["form-action 'self'", ...formTargets].join(' ')],
      layout: section === undefined ? undefined : 'settings',
      isSolo,
      account: (html) => account(html, caller, isSolo),
      navigation: section === undefined ? undefined : (html) => menu(html, section),
      main: (html) => view.main(html, { token: formToken(html, caller) }),
    },
    exchange,
  );
  const cookies = service.sessions.newBrowserFields(exchange, caller);
  exchange.send(status, [...pageFields, ['Cache-Control', 'no-store'], ...cookies, ...fields], content);
}

/** Redirects the browser to another page, which it requests with GET (RFC 9110 §15.4.4). */
export function redirectTo(exchange: Exchange, location: string, fields: Fields = []): void {
  const target = location.startsWith('/') ? exchange.prefix + location : location;
  exchange.empty(303, [['Location', target], ['Cache-Control', 'no-store'], ...fields]);
}

function formToken(html: Html, visitor: Visitor): Markup {
  return html`<input type="hidden" name=${FORM_TOKEN} value=${toFormToken(visitor.secret)} />`;
}

function account(html: Html, visitor: Visitor, isSolo: boolean): Markup {
  if (!visitor.isSignedIn) return isSolo ? html`<span></span>` : html`<a href="/login">Sign in</a>`;
  const login = visitor.user?.login;
  return html`
    ${isSolo ? html`<span><span class="unseen">Signed in as </span>${login}</span>` : html`<a href="/settings/applications" aria-label="Signed in as ${login}">${login}</a>`}
    <form method="post" action="/logout">${formToken(html, visitor)}${button(html, 'Sign out')}</form>`;
}

function menu(html: Html, section: string): Markup {
  const entries = MENU.map(
    ([path, name]) =>
      html`<li><a href=${path} aria-current=${path === section ? 'page' : undefined}>${name}</a></li>`,
  );
  return html`<nav class="settings-menu" aria-label="Settings"><ul>${entries}</ul></nav>`;
}

const MENU = [
  ['/settings/applications', 'Authorized applications'],
  ['/settings/tokens', 'Personal access tokens'],
  ['/settings/developers', 'Developer applications'],
  ['/settings/security', 'Password and two-factor'],
  ['/settings/security-log', 'Security log'],
  ['/settings/audit', 'API usage'],
] as const;
