import {
  findScope,
  impliedScopes,
  normaliseScopes,
  unknownScopes,
} from '../../../authorizations/tokens/scopes.ts';
import { HttpError } from '../../../http/message/errors.ts';
import { button, checkbox } from '../../../http/pages/components.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import type { Application, Organization, User } from '../../../store/index.ts';
import type { WebContext } from '../context.ts';
import { choiceField, type Form, repeatedField } from '../forms/form.ts';
import { findEnforcing } from '../settings/single-sign-on.ts';

/** The fields of the consent form. */
export const decisionFields = {
  decision: choiceField('authorize', 'cancel'),
  scope: repeatedField('The granted scopes.'),
  organization: repeatedField('Logins of the organizations that the token may access.'),
};

/** The access that an application requests from a user. */
export interface ConsentRequest {
  readonly application: Application;
  readonly ownerLogin: string | undefined;
  readonly user: User;
  readonly scopes: readonly string[];
  /** The organizations of the user that enforce single sign-on. */
  readonly organizations: readonly Organization[];
}

/** The access that the user grants. */
export interface Consent {
  readonly scopes: string[];
  readonly organizationIds: number[];
}

/** Parses requested scopes, separated by spaces or commas. Compat: unknown scopes are ignored. */
export function toRequestedScopes(text: string, release: WebContext['release']): string[] {
  // Longer than all scopes together.
  const requested = text
    .slice(0, 2000)
    .split(/[\s,]+/)
    .filter(Boolean);
  const unknown = new Set(unknownScopes(requested, release.unknownScopes));
  return normaliseScopes(requested.filter((scope) => !unknown.has(scope))).toSorted();
}

export async function toConsentRequest(
  service: WebContext,
  application: Application,
  user: User,
  scopes: readonly string[],
): Promise<ConsentRequest> {
  const owner =
    application.ownerId === null ? undefined : await service.store.users.byId(application.ownerId);
  return {
    application,
    user,
    scopes,
    ownerLogin: owner?.login,
    organizations: await findEnforcing(service, user),
  };
}

/** @throws HttpError 422 */
export function requireVerifiedEmail({ emailVerified }: User): void {
  if (!emailVerified)
    throw new HttpError(422, 'Verify your email address before you authorize an application.');
}

/** The part of the requested access that the form grants. */
export function readConsent({ scopes, organizations }: ConsentRequest, form: Form): Consent {
  const [ticked, chosen] = [new Set(form.all('scope')), new Set(form.all('organization'))];
  return {
    scopes: scopes.filter((scope) => ticked.has(scope)),
    organizationIds: organizations.filter(({ login }) => chosen.has(login)).map(({ id }) => id),
  };
}

/** Whether all requested scopes are granted already. */
export function isGranted(requested: readonly string[], granted: readonly string[]): boolean {
  const held = new Set([...granted, ...granted.flatMap(impliedScopes)]);
  return requested.every((scope) => held.has(scope));
}

/** The requested scopes and organizations, each with a checkbox. */
export function consentFields(html: Html, { scopes, organizations }: ConsentRequest): Markup {
  const bySubject = Map.groupBy(scopes, (scope) => findScope(scope)?.subject ?? 'Other');
  const groups = [...bySubject].map(
    ([subject, names]) => html`
      <fieldset>
        <legend>${subject}</legend>
        ${names.map(
          (name) => html`
            ${checkbox(
              html,
              { name: 'scope', value: name, checked: true },
              html`${findScope(name)?.meaning ?? name} <small><code>${name}</code></small>`,
            )}`,
        )}
      </fieldset>`,
  );
  const reach = organizations.map(
    ({ login, name }) => html`
      ${checkbox(
        html,
        { name: 'organization', value: login },
        html`Grant access to ${name ?? login} <small><code>${login}</code></small>`,
      )}`,
  );
  return html`
    <div>
      ${scopes.length === 0 ? html`<p>The application can read public information only.</p>` : groups}
      ${reach.length === 0 ? null : html`<fieldset><legend>Organizations with single sign-on</legend>${reach}</fieldset>`}
    </div>`;
}

export function decisionButtons(html: Html, { application }: ConsentRequest): Markup {
  return html`
    <div class="actions">
      ${button(html, `Authorize ${application.name}`, { kind: 'primary', name: 'decision', value: 'authorize' })}
      ${button(html, 'Cancel', { name: 'decision', value: 'cancel' })}
    </div>`;
}

/** The application that requests access. */
export function consentHeading(html: Html, { application, ownerLogin, user }: ConsentRequest): Markup {
  return html`
    <div>
      <h1>Authorize ${application.name}</h1>
      <p><strong>${application.name}</strong> requests access to your account <strong>${user.login}</strong>.</p>
      ${ownerLogin === undefined ? null : html`<p class="soft">Registered by ${ownerLogin === user.login ? 'you' : ownerLogin}.</p>`}
      ${application.description === null ? null : html`<p class="soft">${application.description}</p>`}
      <p class="soft">Homepage: <a href=${application.url} rel="noreferrer">${application.url}</a></p>
    </div>`;
}
