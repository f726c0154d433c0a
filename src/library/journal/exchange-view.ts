import type { RecordedExchange, RecordedFailure } from '#journal/recording/record.ts';
import { failureTitle } from '#journal/views/failure-title.ts';
import type * as library from '#types/index.ts';
import { RequestView, ResponseView } from './message-view.ts';

/** An exchange as tests see it. Bodies are parsed when they are read. */
export function toExchangeView(exchange: RecordedExchange): library.RecordedExchange {
  return {
    ...exchange,
    startedAt: new Date(exchange.startedAt).toISOString(),
    request: new RequestView(exchange),
    response: exchange.response && new ResponseView(exchange.response),
  };
}

export function toFailureView(failure: RecordedFailure): library.RecordedFailure {
  const startedAt = new Date(failure.startedAt).toISOString();
  return { ...failure, title: failureTitle(failure), startedAt };
}
