import { button } from '#pages/components/button.ts';
import { checkbox } from '#pages/components/checkbox.ts';
import { html, type Markup } from '#pages/html.ts';
import { findScope, sortScopes } from '../../domain/tokens/scopes.ts';
import { type ConsentRequest, isGranted } from './consent.ts';

/** The requested scopes and organizations, each with a checkbox. What is granted already follows what is new. */
export function consentFields({ scopes, granted, unknown, organizations }: ConsentRequest): Markup {
  const isNew = (scope: string) => !isGranted([scope], granted);
  const added = scopes.filter(isNew);
  const held = scopes.filter((scope) => !isNew(scope));
  const reach = organizations.map(
    ({ login, name }) => html`
      ${checkbox(
        { name: 'organization', value: login },
        html`Grant access to ${name ?? login} <small><code>${login}</code></small>`,
      )}`,
  );
  return html`
    <div class="fields">
      ${scopes.length === 0 ? html`<p>The application can read public information only.</p>` : null}
      ${held.length > 0 && added.length > 0 ? html`<h2>New access</h2>` : null}
      ${scopeGroups(added)}
      ${held.length > 0 ? html`<h2>Already granted</h2>` : null}
      ${scopeGroups(held)}
      ${unknownNote(unknown)}
      ${reach.length === 0 ? null : html`<fieldset><legend>Organizations with single sign-on</legend>${reach}</fieldset>`}
    </div>`;
}

function scopeGroups(scopes: readonly string[]): Markup[] {
  const bySubject = Map.groupBy(sortScopes(scopes), (scope) => findScope(scope)?.subject ?? 'Other');
  return [...bySubject].map(
    ([subject, names]) => html`
      <fieldset>
        <legend>${subject}</legend>
        ${names.map(
          (name) => html`
            ${checkbox(
              { name: 'scope', value: name, checked: true },
              html`${findScope(name)?.meaning ?? name} <small><code>${name}</code></small>`,
            )}`,
        )}
      </fieldset>`,
  );
}

/** GitHub ignores unknown scopes without a word, and the developer looks for the misspelling. */
function unknownNote(unknown: readonly string[]): Markup | null {
  if (unknown.length === 0) return null;
  const names = unknown.map((name, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`);
  return html`<p class="soft">Ignored, because ${unknown.length === 1 ? 'it is no scope' : 'they are no scopes'} of this release: ${names}</p>`;
}

export function decisionButtons({ application }: ConsentRequest): Markup {
  return html`
    <div class="actions">
      ${button(`Authorize ${application.name}`, { kind: 'primary', name: 'decision', value: 'authorize' })}
      ${button('Cancel', { name: 'decision', value: 'cancel' })}
    </div>`;
}

/** The application that requests access. */
export function consentHeading({ application, ownerLogin, user }: ConsentRequest): Markup {
  return html`
    <div>
      <h1>Authorize ${application.name}</h1>
      <p><strong>${application.name}</strong> requests access to your account <strong>${user.login}</strong>.</p>
      ${ownerLogin === undefined ? null : html`<p class="soft">Registered by ${ownerLogin === user.login ? 'you' : ownerLogin}.</p>`}
      ${application.description === null ? null : html`<p class="soft">${application.description}</p>`}
      <p class="soft">Homepage: <a href=${application.url} rel="noreferrer">${application.url}</a></p>
    </div>`;
}
