import { HttpError } from '../../../http/errors.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import type { Application, Organization, User } from '../../store.ts';
import { findScopeWords } from '../../tokens/scope-words.ts';
import { impliedScopes, normaliseScopes, unknownScopes } from '../../tokens/scopes.ts';
import type { WebContext } from '../context.ts';
import { choiceField, type Form, repeatedField } from '../forms/form.ts';
import { findEnforcing } from '../settings/single-sign-on.ts';

/** The fields of a form of consent. */
export const decisionFields = {
  decision: choiceField('authorize', 'cancel'),
  scope: repeatedField('The granted scopes.'),
  organization: repeatedField('Logins of organizations that the token may reach.'),
};

/** What an application asks a user for. */
export interface ConsentRequest {
  readonly application: Application;
  readonly ownerLogin: string | undefined;
  readonly user: User;
  readonly scopes: readonly string[];
  /** Those of the user's organizations that enforce single sign-on. */
  readonly organizations: readonly Organization[];
}

/** What the user agreed to. */
export interface Consent {
  readonly scopes: string[];
  readonly organizationIds: number[];
}

/** Scopes as a program asks for them: set apart by spaces or commas. Compat: what is no scope is passed over. */
export function toRequestedScopes(text: string, era: WebContext['era']): string[] {
  // All scopes there are, twice over, are shorter.
  const asked = text
    .slice(0, 2000)
    .split(/[\s,]+/)
    .filter(Boolean);
  const unknown = new Set(unknownScopes(asked, era.unknownScopes));
  return normaliseScopes(asked.filter((scope) => !unknown.has(scope))).toSorted();
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
export function refuseUnverified({ emailVerified }: User): void {
  if (!emailVerified)
    throw new HttpError(422, 'Only a user with a verified e-mail address can let an application in.');
}

/** What of the request the form grants, and nothing that was not asked for. */
export function readConsent({ scopes, organizations }: ConsentRequest, form: Form): Consent {
  const [ticked, chosen] = [new Set(form.all('scope')), new Set(form.all('organization'))];
  return {
    scopes: scopes.filter((scope) => ticked.has(scope)),
    organizationIds: organizations.filter(({ login }) => chosen.has(login)).map(({ id }) => id),
  };
}

/** Whether all that is asked for was granted before. */
export function isGranted(asked: readonly string[], granted: readonly string[]): boolean {
  const held = new Set([...granted, ...granted.flatMap(impliedScopes)]);
  return asked.every((scope) => held.has(scope));
}

/** The part of the page that tells what is asked for, and lets less be granted. */
export function consentFields(html: Html, { scopes, organizations }: ConsentRequest): Markup {
  const bySubject = Map.groupBy(scopes, (scope) => findScopeWords(scope)?.subject ?? 'Other');
  const groups = [...bySubject].map(
    ([subject, names]) => html`
      <fieldset>
        <legend>${subject}</legend>
        ${names.map(
          (name) => html`
            <label class="tick"><input type="checkbox" name="scope" value=${name} checked />
              <span>${findScopeWords(name)?.meaning ?? name} <small><code>${name}</code></small></span></label>`,
        )}
      </fieldset>`,
  );
  const reach = organizations.map(
    ({ login, name }) => html`
      <label class="tick"><input type="checkbox" name="organization" value=${login} />
        <span>Grant access to ${name ?? login} <small><code>${login}</code></small></span></label>`,
  );
  return html`
    <div>
      ${scopes.length === 0 ? html`<p>It will see your public information, and nothing else.</p>` : groups}
      ${reach.length === 0 ? null : html`<fieldset><legend>Organizations with single sign-on</legend>${reach}</fieldset>`}
    </div>`;
}

export function decisionButtons(html: Html, { application }: ConsentRequest): Markup {
  return html`
    <div class="actions">
      <button class="main" name="decision" value="authorize">Authorize ${application.name}</button>
      <button name="decision" value="cancel">Cancel</button>
    </div>`;
}

/** Who asks, in one paragraph. */
export function consentHeading(html: Html, { application, ownerLogin, user }: ConsentRequest): Markup {
  return html`
    <div>
      <h1>Authorize ${application.name}</h1>
      <p><strong>${application.name}</strong> asks for access to your account <strong>${user.login}</strong>.</p>
      ${ownerLogin === undefined ? null : html`<p class="soft">Registered by ${ownerLogin === user.login ? 'you' : ownerLogin}.</p>`}
      ${application.description === null ? null : html`<p class="soft">${application.description}</p>`}
      <p class="soft">Homepage: <a href=${application.url} rel="noreferrer">${application.url}</a></p>
    </div>`;
}
