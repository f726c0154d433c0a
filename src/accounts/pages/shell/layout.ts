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

/** Renders an account page for the visitor, in the layout that all of them have. */
export async function renderView(view: View, visitor: Visitor, site: Site): Promise<RenderedPage> {
  const { title, section, isSolo = false, formTargets = [], hasCopyButtons = false } = view;
  return renderPage(
    {
      title,
      stylesheet,
      // The pages of settings have the keys of the search. Sign-in and consent have the script of the theme only.
      script: hasCopyButtons || section !== undefined ? await loadBrowserScript('accounts/pages') : undefined,
      referrerPolicy: 'same-origin',
      policy: [["form-action 'self'", ...formTargets].join(' ')],
      layout: section === undefined ? undefined : 'settings',
      isSolo,
      account: account(visitor, isSolo),
      navigation: section === undefined ? undefined : menu(section),
      main: view.main({ token: formToken(visitor) }),
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

function account(visitor: Visitor, isSolo: boolean): Markup {
  if (!visitor.isSignedIn)
    return isSolo ? html`<span></span>` : buttonLink('Sign in', '/login', { kind: 'quiet', icon: 'user' });
  const login = visitor.user?.login;
  return html`
    ${isSolo ? html`<span><span class="vh">Signed in as </span>${login}</span>` : buttonLink(login ?? '', '/settings/applications', { kind: 'quiet', icon: 'user', 'aria-label': `Signed in as ${login}` })}
    <form method="post" action="/logout">${formToken(visitor)}${button('Sign out', { kind: 'quiet' })}</form>`;
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
