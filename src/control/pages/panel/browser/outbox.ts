import { show } from '#pages/browser/show.ts';
import type { Api } from '../../browser/api.ts';
import { watchResource } from '../../browser/watch-resource.ts';
import { MAX_MESSAGES, messageTable, type OutboxMessage } from '../panel-views.ts';

/** @returns the function that reads the messages */
export function showOutbox(api: Api, output: HTMLElement): () => Promise<void> {
  return watchResource<{ messages: OutboxMessage[] }>(api, `/outbox?limit=${MAX_MESSAGES}`, ({ messages }) =>
    show(output, messageTable(messages)),
  );
}
