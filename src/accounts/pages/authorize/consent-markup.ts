import { button } from '#pages/components/button.ts';
import { badge } from '#pages/components/label.ts';
import { html, type Markup } from '#pages/html.ts';
import { plural } from '#pages/plural.ts';
import { findScope, sortScopes } from '../../domain/tokens/scopes.ts';
import type { Organization } from '../../store/index.ts';
import { type ConsentRequest, isGranted } from './consent.ts';

/** The requested scopes and organizations, each with a checkbox. */
export function consentFields({ scopes, granted, unknown, organizations }: ConsentRequest): Markup {
  const hasGranted = scopes.some((scope) => isGranted([scope], granted));
  const remark = (scope: string) =>
    isGranted([scope], granted) ? badge('Granted already') : badge('New', 'new');
  return html`
    ${
      scopes.length === 0
        ? html`<p>It can read public information only.</p>`
        : html`<ul class="grants">${sortScopes(scopes).map((name) => scopeRow(name, hasGranted ? remark(name) : null))}</ul>`
    }
    ${unknownNote(unknown)}
    ${organizations.length === 0 ? null : organizationFields(organizations)}`;
}

function scopeRow(name: string, remark: Markup | null): Markup {
  const { name: label = name, meaning = '' } = findScope(name) ?? {};
  const id = `scope-${name}`;
  return html`
    <li>
      <input type="checkbox" name="scope" id=${id} value=${name} checked aria-describedby=${`${id}-meaning`} />
      <label for=${id}>${label}</label>
      ${remark}
      <p id=${`${id}-meaning`}>${meaning} <code>${name}</code></p>
    </li>`;
}

function organizationFields(organizations: readonly Organization[]): Markup {
  return html`
    <fieldset>
      <legend>Organizations with single sign-on</legend>
      <ul class="grants">${organizations.map(({ login, name }) => {
        const id = `organization-${login}`;
        return html`
          <li>
            <input type="checkbox" name="organization" id=${id} value=${login} aria-describedby=${`${id}-meaning`} />
            <label for=${id}>${name ?? login}</label>
            <p id=${`${id}-meaning`}>Use the access for this organization too. <code>${login}</code></p>
          </li>`;
      })}</ul>
    </fieldset>`;
}

/** GitHub ignores unknown scopes without a word, and the developer looks for the misspelling. */
function unknownNote(unknown: readonly string[]): Markup | null {
  if (unknown.length === 0) return null;
  const names = unknown.map((name, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`);
  return html`
    <details class="soft small">
      <summary>${plural(unknown.length, 'scope')} ${unknown.length === 1 ? 'is' : 'are'} unknown to this release and ignored: ${names}</summary>
      <p>The application is not told, as by GitHub. Compare the spelling with the scopes of a <a href="/settings/tokens/new">new token</a>.</p>
    </details>`;
}

export function decisionButtons({ application }: ConsentRequest): Markup {
  return html`
    <div class="actions">
      ${button(`Authorize ${application.name}`, { kind: 'primary', name: 'decision', value: 'authorize' })}
      ${button('Cancel', { name: 'decision', value: 'cancel' })}
    </div>`;
}

/** The application that requests access, and how much of it is new. */
export function consentHeading({ application, ownerLogin, user, scopes, granted }: ConsentRequest): Markup {
  const { name, url, description } = application;
  const held = scopes.filter((scope) => isGranted([scope], granted)).length;
  const owner = ownerLogin === user.login ? 'you' : ownerLogin;
  return html`
    <div class="consent-app">
      <span class="avatar" aria-hidden="true">${initials(name)}</span>
      <div>
        <h1>Authorize ${name}</h1>
        <p class="soft small">${owner === undefined ? null : html`by <b>${owner}</b> · `}<a href=${url} rel="noreferrer">${url.replace(/^https?:\/\/|\/$/g, '')}</a></p>
      </div>
    </div>
    ${description === null ? null : html`<p class="soft">${description}</p>`}
    <p>
      It asks for access to your account <b>${user.login}</b>.
      ${held === 0 ? null : html` It has <b>${held}</b> of these scopes already and asks for <b>${scopes.length - held}</b> more.`}
    </p>`;
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase();
}
