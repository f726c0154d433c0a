import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { createRuntime } from '#runtime.ts';
import type { Terminal } from '../terminal/terminal.ts';
import {
  type ControlOptions,
  createControlError,
  createControlFailure,
  MAX_WAIT,
  openControl,
} from './control-client.ts';

export interface EventCall {
  /** The path below `/_sparring`, with the query. */
  readonly path: string;
  readonly options: ControlOptions;
  /** The id of the last event that was read. */
  readonly lastId: string | undefined;
}

/**
 * Reads a stream of server-sent events of the control API, until the server ends it, or the output is closed.
 * @throws UsageError when the server is unreachable, or rejects the request.
 */
export async function* readControlEvents(
  terminal: Pick<Terminal, 'variables' | 'printError' | 'outputClosed'>,
  base: string,
  { path, options, lastId }: EventCall,
): AsyncGenerator<EventSourceMessage, undefined> {
  const { url, headers, hasToken } = await openControl(base, options, terminal, 'text/event-stream');
  if (lastId !== undefined) headers['Last-Event-ID'] = lastId;
  const timeout = new AbortController();
  const cancel = createRuntime().timeout(MAX_WAIT, () => timeout.abort());
  const signal = AbortSignal.any([timeout.signal, terminal.outputClosed]);
  const response = await fetch(`${url}/_sparring${path}`, { headers, signal, redirect: 'manual' })
    .catch((error: unknown) => {
      if (terminal.outputClosed.aborted) return undefined;
      throw createControlFailure(base, error, timeout.signal.aborted);
    })
    .finally(cancel);
  if (!response) return undefined;
  if (response.status !== 200)
    throw createControlError(base, response.status, await response.text(), hasToken);
  const text = response.body?.pipeThrough(new TextDecoderStream());
  try {
    yield* text?.pipeThrough(new EventSourceParserStream()) ?? [];
  } catch (error) {
    // The connection is closed.
    if (!(error instanceof Error)) throw error;
  }
  return undefined;
}
