import type { Exchange } from '#http/message/exchange.ts';
import { html, type Markup } from '#pages/html.ts';
import { pageLinks } from '#pages/navigation.ts';
import type { User } from '../../store/index.ts';

/** Where the text message with a code is: this server sends none. */
export function outboxSentence(exchange: Pick<Exchange, 'services'>, { login }: Pick<User, 'login'>): Markup {
  const page = pageLinks(exchange).find(({ path }) => path === OUTBOX_PATH);
  const outbox = page ? html`<a href=${page.path}>outbox</a>` : 'outbox';
  return html`<span>The code is in the ${outbox} of this server: <code>sparring outbox ${login}</code></span>`;
}

const OUTBOX_PATH = '/_sparring/panel/outbox';
