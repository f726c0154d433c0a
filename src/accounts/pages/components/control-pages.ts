import { html, type Markup } from '#pages/html.ts';
import { pageLinks } from '#pages/navigation.ts';
import type { Site } from '#pages/site-header.ts';
import type { User } from '../../store/index.ts';
import type { WebContext } from '../sessions/context.ts';

type Reachable = Pick<Site, 'services'>;

/** Where the text message with a code is: this server sends none. */
export function outboxSentence(exchange: Reachable, { login }: Pick<User, 'login'>): Markup {
  return html`<span>The code is in the ${linkTo(exchange, '/_sparring/panel/outbox', 'outbox')} of this server: <code>sparring outbox ${login}</code></span>`;
}

/** Where the accounts of this server are, and how one is added. It names none, because anyone can read it. */
export function accountsSentence(exchange: Reachable, { settings }: Pick<WebContext, 'settings'>): Markup {
  const isInMemory = settings.database === 'memory';
  const place = isInMemory ? 'are in memory until it ends' : 'are in its database';
  // Without the control API, a program reaches a database, and not the memory of a server.
  const addition =
    isInMemory && !settings.control
      ? html`Its start adds those of a seed file: <code>--seed</code>.`
      : html`Add one: <code>sparring user add</code>, a new password: <code>sparring user password</code>`;
  return html`<span>The accounts of this server ${place}.${controlSentence(exchange)}<br />${addition}</span>`;
}

function controlSentence(exchange: Reachable): Markup | null {
  const link = linkTo(exchange, '/_sparring/panel/data', 'control page');
  return typeof link === 'string' ? null : html` The ${link} counts and resets them.`;
}

/** A link where the page is on this port, else its name. */
function linkTo(exchange: Reachable, path: string, name: string): Markup | string {
  return pageLinks(exchange).some((page) => page.path === path) ? html`<a href=${path}>${name}</a>` : name;
}
