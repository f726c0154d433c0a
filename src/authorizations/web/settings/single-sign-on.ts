import type { Authorization, Organization, User } from '../../store.ts';
import type { WebContext } from '../context.ts';
import type { View } from '../page.ts';

/** The step at the organization's identity provider, which this server plays. */
export function providerView(
  organization: Organization,
  authorization: Authorization,
  request: string,
): View {
  return toView(
    organization,
    `Single sign-on to ${nameOf(organization)}`,
    (html, { token }) => html`
    <p><strong>${nameOf(organization)}</strong> asks you to sign in with its identity provider. This server plays the
      provider, and takes your word.</p>
    <p>From then on your ${wordsOf(authorization)} may be used with the organization.</p>
    <form method="post" action=${pathOf(organization)}>
      ${token}
      <input type="hidden" name="authorization_request" value=${request} />
      <button class="main wide">Continue</button>
    </form>`,
  );
}

/** For whoever comes without a request: it says where requests are found. */
export function withoutRequestView(organization: Organization): View {
  return toView(
    organization,
    `Single sign-on to ${nameOf(organization)}`,
    (html) => html`
    <p>Tokens are allowed for this organization one by one. Choose one among your${' '}
      <a href="/settings/tokens">personal access tokens</a>, or follow the address that a refused call brings in${' '}
      <code>X-GitHub-SSO</code>.</p>`,
  );
}

/** For a request that was not made here, or has ended: nothing tells which. */
export function endedRequestView(organization: Organization): View {
  return toView(
    organization,
    'This request is over',
    (html) => html`
    <p>A request to allow a token is good for an hour, for the token's own user, and as long as the token is there. Make
      the refused call again for a new one, or choose the token among your${' '}
      <a href="/settings/tokens">personal access tokens</a>.</p>`,
  );
}

/** For a token that an application got with its user's password. */
export function neverView(organization: Organization, { application }: Authorization): View {
  return toView(
    organization,
    'This token cannot be allowed',
    (html) => html`
    <p class="notice bad" role="alert">${application?.name ?? 'An application'} got this token with your password. Such a
      token never reaches an organization that enforces single sign-on.</p>
    <p>Let the application in through its web flow instead, or give it a${' '}
      <a href="/settings/tokens">personal access token</a> that you have allowed.</p>`,
  );
}

function toView(organization: Organization, heading: string, content: View['body']): View {
  return {
    title: `Single sign-on to ${nameOf(organization)}`,
    body: (html, form) => html`<div class="narrow"><h1>${heading}</h1>${content(html, form)}</div>`,
  };
}

function nameOf({ name, login }: Organization): string {
  return name ?? login;
}

function pathOf({ login }: Organization): string {
  return `/orgs/${encodeURIComponent(login)}/sso`;
}

function wordsOf({ application, note, tokenLastEight }: Authorization): string {
  if (application) return `token of ${application.name} that ends in ${tokenLastEight}`;
  return note ? `personal access token “${note}”` : `personal access token that ends in ${tokenLastEight}`;
}

/** Those of the user's organizations that enforce single sign-on. */
export async function findEnforcing({ store }: WebContext, { id }: User): Promise<Organization[]> {
  const organizations = await store.organizations.ofUser(id);
  return organizations.filter(({ saml }) => saml === 'enforced');
}
