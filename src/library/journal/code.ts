import { type ReadMatch, readCode } from '#journal/matching/code.ts';
import type { RequestView } from '#journal/matching/request-view.ts';
import { RecordedView } from '#journal/views/recorded-view.ts';
import { LiveRequest } from '#rules/live-request.ts';
import { ReceivedView } from './message-view.ts';

/**
 * Separates the code of a match of the library from its data: regular expressions, functions, and the asymmetric matchers of
 * test runners. Every match of the library is read by this function.
 * @param fail gets the error of code, and decides in its place.
 */
export function readLibraryMatch(input: unknown, fail: (error: unknown) => boolean): ReadMatch {
  return readCode(input, {
    fail,
    view: (request) =>
      request instanceof LiveRequest || request instanceof RecordedView ? toReceivedView(request) : request,
  });
}

/** The request that a handler or a function of a match gets. */
export function toReceivedView(request: RequestView): ReceivedView {
  const { method, target, path, headers, body } = request;
  return new ReceivedView({
    method,
    target,
    path,
    headers,
    body,
    trailers: [],
    get url() {
      return request.url;
    },
    get query() {
      return request.query;
    },
  });
}
