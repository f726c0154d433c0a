import { show } from '#pages/browser/show.ts';
import { table } from '#pages/components/table.ts';
import { time } from '#pages/components/time.ts';
import { html } from '#pages/html.ts';
import type { Api } from '../../browser/api.ts';
import { watchResource } from '../../browser/watch-resource.ts';

interface Message {
  readonly login: string;
  readonly channel: string;
  readonly to: string;
  readonly text: string;
  readonly code: string | null;
  readonly sent_at: string;
}

/** @returns the function that reads the messages */
export function showOutbox(api: Api, output: HTMLElement): () => Promise<void> {
  return watchResource<{ messages: Message[] }>(api, '/outbox?limit=50', ({ messages }) => {
    const rows = messages.map(({ login, channel, to, text, code, sent_at }) => [
      time(sent_at),
      login,
      `${channel} to ${to}`,
      text,
      code,
    ]);
    show(
      output,
      rows.length === 0
        ? html`<p class="soft">There is no message.</p>`
        : table('Messages', ['Sent', 'User', 'Recipient', 'Text', 'Unused code'], rows),
    );
  });
}
