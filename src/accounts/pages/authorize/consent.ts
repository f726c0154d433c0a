import { HttpError } from '#http/errors/errors.ts';
import { button, checkbox } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import {
  findScope,
  impliedScopes,
  normaliseScopes,
  sortScopes,
  unknownScopes,
} from '../../domain/tokens/scopes.ts';
import type { Application, Organization, User } from '../../store/index.ts';
import { choiceField, type Form, repeatedField } from '../forms/form.ts';
import type { WebContext } from '../sessions/context.ts';
import { findEnforcing } from './single-sign-on.ts';

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
  /** The scopes of the grant that the user has given the application before. */
  readonly granted: readonly string[];
  /** Requested names that are no scopes of the release. */
  readonly unknown: readonly string[];
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
  const requested = splitScopes(text);
  const unknown = new Set(unknownScopes(requested, release.unknownScopes));
  return normaliseScopes(requested.filter((scope) => !unknown.has(scope))).toSorted();
}

/** The requested names that are ignored. */
export function toUnknownScopes(text: string, release: WebContext['release']): string[] {
  return unknownScopes(splitScopes(text), release.unknownScopes);
}

function splitScopes(text: string): string[] {
  // Longer than all scopes together.
  return text
    .slice(0, 2000)
    .split(/[\s,]+/)
    .filter(Boolean);
}

export async function toConsentRequest(
  service: WebContext,
  application: Application,
  user: User,
  scopes: readonly string[],
  unknown: readonly string[] = [],
): Promise<ConsentRequest> {
  const grant = await service.store.grants.byApplication(user.id, application.id);
  const owner =
    application.ownerId === null ? undefined : await service.store.users.byId(application.ownerId);
  return {
    application,
    user,
    scopes,
    granted: grant?.scopes ?? [],
    unknown,
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

/** The requested scopes and organizations, each with a checkbox. What is granted already follows what is new. */
export function consentFields(
  html: Html,
  { scopes, granted, unknown, organizations }: ConsentRequest,
): Markup {
  const isNew = (scope: string) => !isGranted([scope], granted);
  const added = scopes.filter(isNew);
  const held = scopes.filter((scope) => !isNew(scope));
  const reach = organizations.map(
    ({ login, name }) => html`
      ${checkbox(
        html,
        { name: 'organization', value: login },
        html`Grant access to ${name ?? login} <small><code>${login}</code></small>`,
      )}`,
  );
  return html`
    <div class="fields">
      ${scopes.length === 0 ? html`<p>The application can read public information only.</p>` : null}
      ${held.length > 0 && added.length > 0 ? html`<h2>New access</h2>` : null}
      ${scopeGroups(html, added)}
      ${held.length > 0 ? html`<h2>Already granted</h2>` : null}
      ${scopeGroups(html, held)}
      ${unknownNote(html, unknown)}
      ${reach.length === 0 ? null : html`<fieldset><legend>Organizations with single sign-on</legend>${reach}</fieldset>`}
    </div>`;
}

function scopeGroups(html: Html, scopes: readonly string[]): Markup[] {
  const bySubject = Map.groupBy(sortScopes(scopes), (scope) => findScope(scope)?.subject ?? 'Other');
  return [...bySubject].map(
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
}

/** GitHub ignores unknown scopes without a word, and the developer looks for the misspelling. */
function unknownNote(html: Html, unknown: readonly string[]): Markup | null {
  if (unknown.length === 0) return null;
  const names = unknown.map((name, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`);
  return html`<p class="soft">Ignored, because ${unknown.length === 1 ? 'it is no scope' : 'they are no scopes'} of this release: ${names}</p>`;
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
