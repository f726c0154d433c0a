import type { Exchange } from '../../http/exchange.ts';
import type { Fields } from '../../http/fields.ts';
import { type Html, type Markup, type Page, renderPage } from '../../http/page.ts';
import { loadBrowserScript } from '../../http/pages/browser-script.ts';
import type { Member, Visitor, WebContext } from './context.ts';
import { layout } from './layout.ts';
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
