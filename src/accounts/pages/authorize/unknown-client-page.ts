import { html, type Markup } from '#pages/html.ts';
import type { User } from '../../store/index.ts';
import { APPLICATIONS_PATH, buildApplicationPath } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import type { UnknownClient } from './authorization-request.ts';

/** The page for a request of the web flow without an application that it can redirect to: its cause, and what to do next. */
export function unknownClientView(unknown: UnknownClient, user: User): View {
  const title = 'This application cannot be authorized';
  return {
    title,
    isSolo: true,
    main: () => html`<div class="card stack"><h1>${title}</h1>${explain(unknown, user)}</div>`,
  };
}

function explain({ cause, clientId, application }: UnknownClient, { id }: User): Markup {
  if (cause === 'no-client-id')
    return html`<p>The request has no parameter <code>client_id</code>, which names the application.</p>`;
  if (application === undefined)
    return html`
      <p>No application has the <code>client_id</code> <code>${clientId}</code>.</p>
      <p>Compare it with your <a href=${APPLICATIONS_PATH}>developer applications</a>, or with the output of${' '}
        <code>sparring app list</code>.</p>`;
  const own = html`<a href=${buildApplicationPath(application)}>its settings</a>`;
  return html`
    <p>${application.name} (<code>client_id</code> <code>${clientId}</code>) has no callback URL, which the web flow redirects to.</p>
    <p>Enter one in ${application.ownerId === id ? own : 'its settings, as its owner, or in the seed file'}.</p>`;
}
