import { loadBrowserScript } from '#pages/browser-script.ts';
import { button, buttonLink } from '#pages/components/button.ts';
import type { RenderedPage } from '#pages/document.ts';
import { html, type Markup } from '#pages/html.ts';
import { renderPage } from '#pages/page.ts';
import type { Site } from '#pages/site-header.ts';
import { FORM_TOKEN } from '../forms/form.ts';
import { createFormToken, type Visitor } from '../sessions/visitor.ts';
import { stylesheet } from './stylesheet.ts';
import type { View } from './view.ts';

/** Where an account page is. */
export interface AccountSite extends Site {
  readonly query?: string | undefined;
}

/** Renders an account page for the visitor, in the layout that all of them have. */
export async function renderView(view: View, visitor: Visitor, site: AccountSite): Promise<RenderedPage> {
  const { title, section, isSolo = false, formTargets = [] } = view;
  return renderPage(
    {
      title,
      stylesheet,
      // The pages of settings have the keys of the search. Sign-in and consent have the script of the theme only.
      script: section !== undefined ? (await loadBrowserScript('accounts/pages')).text : undefined,
      referrerPolicy: 'same-origin',
      policy: [["form-action 'self'", ...formTargets].join(' ')],
      layout: section === undefined ? undefined : 'settings',
      isSolo,
      account: isSolo ? undefined : account(visitor),
      navigation: section === undefined ? undefined : menu(section),
      main: [view.main({ token: formToken(visitor) }), isSolo ? otherAccount(visitor, site) : []].flat(),
    },
    site,
  );
}

function menu(section: string): Markup {
  const entries = MENU.map(
    ([path, name]) =>
      html`<li><a href=${path} aria-current=${path === section ? 'page' : undefined}>${name}</a></li>`,
  );
  return html`<nav class="settings-menu" aria-label="Settings"><ul>${entries}</ul></nav>`;
}

function account(visitor: Visitor): Markup {
  if (!visitor.isSignedIn) return buttonLink('Sign in', '/login', { kind: 'quiet', icon: 'user' });
  const login = visitor.user?.login;
  return html`
    ${buttonLink(html`<span class="login">${login}</span>`, '/settings/applications', { kind: 'quiet', icon: 'user', 'aria-label': `Signed in as ${login}`, title: login })}
    <form method="post" action="/logout">${formToken(visitor)}${button('Sign out', { kind: 'quiet' })}</form>`;
}

/** The account that a step of the user is about, and a way to take it with another one. */
function otherAccount(visitor: Visitor, { path, query }: AccountSite): Markup {
  if (!visitor.isSignedIn) return [];
  const here = query === undefined ? path : `${path}?${query}`;
  return html`
    <div class="after">
      Signed in as <b>${visitor.user?.login}</b> ·${' '}
      <form method="post" action="/logout">
        ${formToken(visitor)}<input type="hidden" name="return_to" value=${here} />
        ${button('Use another account', { kind: 'quiet' })}
      </form>
    </div>`;
}

function formToken(visitor: Visitor): Markup {
  return html`<input type="hidden" name=${FORM_TOKEN} value=${createFormToken(visitor.secret)} />`;
}

const MENU = [
  ['/settings/applications', 'Authorized applications'],
  ['/settings/tokens', 'Personal access tokens'],
  ['/settings/developers', 'Developer applications'],
  ['/settings/security', 'Password and two-factor'],
  ['/settings/security-log', 'Security log'],
  ['/settings/audit', 'API usage'],
] as const;
