import { alert } from '#pages/components/banner.ts';
import { button } from '#pages/components/button.ts';
import { html } from '#pages/html.ts';
import type { Authorization, Organization } from '../../store/index.ts';
import { buildSsoPath, TOKENS_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';

/** The page of the identity provider, which this server simulates. */
export function providerView(
  organization: Organization,
  authorization: Authorization,
  request: string,
): View {
  return buildView(
    organization,
    `Single sign-on to ${nameOf(organization)}`,
    ({ token }) => html`
      <p><strong>${nameOf(organization)}</strong> requires you to sign in with its identity provider. This server
        simulates the provider, and asks for no credentials.</p>
      <p>If you continue, your ${describeToken(authorization)} is authorized for the organization.</p>
      <form method="post" action=${buildSsoPath(organization.login)}>
        ${token}
        <input type="hidden" name="authorization_request" value=${request} />
        ${button('Continue', { kind: 'primary', isWide: true })}
      </form>`,
  );
}

/** The page for a request without a token to authorize. */
export function missingRequestView(organization: Organization): View {
  return buildView(
    organization,
    `Single sign-on to ${nameOf(organization)}`,
    () => html`
      <p>Each token is authorized for this organization separately. Choose one of your${' '}
        <a href=${TOKENS_PATH}>personal access tokens</a>, or open the URL in the${' '}
        <code>X-GitHub-SSO</code> header of a rejected request.</p>`,
  );
}

/** The page for an invalid or expired request. It does not reveal which of the two it is. */
export function expiredRequestView(organization: Organization): View {
  return buildView(
    organization,
    'This request is invalid or expired',
    () => html`
      <p>A request to authorize a token is valid for one hour, and only for the owner of the token. Repeat the rejected
        request to get a new one, or choose the token in your${' '}
        <a href=${TOKENS_PATH}>personal access tokens</a>.</p>`,
  );
}

/** The page for a token that an application created with the password of the user. */
export function ineligibleTokenView(organization: Organization, { application }: Authorization): View {
  return buildView(
    organization,
    'This token cannot be authorized',
    () => html`
      ${alert(`${application?.name ?? 'An application'} created this token with your password. Such a token cannot be authorized for an organization that enforces single sign-on.`)}
      <p>Authorize the application with its web flow instead, or give it an authorized${' '}
        <a href=${TOKENS_PATH}>personal access token</a>.</p>`,
  );
}

function buildView(organization: Organization, heading: string, content: View['main']): View {
  return {
    title: `Single sign-on to ${nameOf(organization)}`,
    isSolo: true,
    main: (form) => html`<div class="card stack"><h1>${heading}</h1>${content(form)}</div>`,
  };
}

function nameOf({ name, login }: Organization): string {
  return name ?? login;
}

function describeToken({ application, note, tokenLastEight }: Authorization): string {
  if (application) return `token of ${application.name} that ends in ${tokenLastEight}`;
  return note ? `personal access token “${note}”` : `personal access token that ends in ${tokenLastEight}`;
}
