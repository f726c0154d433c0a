import type { Html, Markup } from '../../http/page.ts';
import type { Visitor } from './context.ts';
import { FORM_TOKEN } from './form.ts';
import { toFormToken } from './form-token.ts';
import type { View } from './view.ts';

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
