import { InvalidInputError, problemsOfSchema } from '#http/message/input-problem.ts';
import { matches } from '#http/message/validation.ts';
import type { Field } from '#http/syntax/fields.ts';
import { checkClientHeaders, isConnectionField } from '../headers/client-headers.ts';
import { contentSafety } from '../headers/untrusted-content.ts';
import { EMPTY_PLAN, type EncodedContent } from '../plan/response-plan.ts';
import type { Limits } from './compose-plan.ts';
import { type ComposedResponse, composeResponse } from './composed-response.ts';
import { ResponseForm } from './json-form.ts';

/**
 * The response that a handler has returned: directives, or a `Response` of Fetch, whose status, header fields and stream are
 * sent.
 * @param onError gets an error of the stream.
 * @throws HttpError, InvalidInputError for a response that this server must not send.
 */
export function composeHandlerResponse(
  result: unknown,
  limits: Limits,
  onError: (error: unknown) => void,
): ComposedResponse {
  if (result instanceof Response) return composeFetched(result, limits, onError);
  if (typeof result !== 'object' || result === null || Array.isArray(result))
    throw new TypeError(
      `A handler returns an object such as { json: … }, a Response, or undefined, not ${describe(result)}.`,
    );
  if (!matches(ResponseForm, result)) throw new InvalidInputError(problemsOfSchema(ResponseForm, result));
  return composeResponse(result, limits);
}

function describe(result: unknown): string {
  if (result === null) return 'null';
  return Array.isArray(result) ? 'a list' : `a ${typeof result}`;
}

/** @throws HttpError for a header field that this server must not send; TypeError for content that has been read. */
function composeFetched(
  response: Response,
  limits: Limits,
  onError: (error: unknown) => void,
): ComposedResponse {
  const { status, statusText, body, bodyUsed } = response;
  if (bodyUsed || body?.locked) throw new TypeError('The content of the Response has been read already.');
  if (status < 200) throw new TypeError('The Response is that of Response.error().');
  // The server frames the message.
  const input = [...response.headers].filter(([name]) => !isConnectionField(name));
  const fields = checkClientHeaders(
    input.map(([name, value]): Field => [name, value]),
    limits,
  );
  const types = fields.filter(([name]) => name === 'content-type').map(([, type]) => type);
  const stream = body && observeStream(body, onError);
  const content: EncodedContent = stream
    ? { kind: 'stream', source: stream.chunks, size: undefined }
    : EMPTY_PLAN.content;
  const plan = {
    ...EMPTY_PLAN,
    statuses: [{ status, weight: 1 }],
    contentFields: body ? contentSafety(types) : [],
    fields,
    content,
    isChunked: body !== null,
    ...(statusText !== '' && { reason: statusText }),
  };
  return {
    plan: () => plan,
    fault: undefined,
    readsBody: false,
    needsBody: false,
    hasValidators: false,
    isSandboxed: true,
    ...(stream && { discard: stream.discard }),
  };
}

/** The chunks of a stream, whose first error is reported: that of the source, of a chunk, or of its cancellation. */
function observeStream(stream: ReadableStream<unknown>, onError: (error: unknown) => void) {
  let hasFailed = false;
  const report = (error: unknown) => {
    if (!hasFailed) onError(error);
    hasFailed = true;
  };
  const reader = stream.getReader();
  async function* read(): AsyncGenerator<Uint8Array | string> {
    try {
      for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        if (typeof value !== 'string' && !(value instanceof Uint8Array))
          throw new TypeError(`The stream of a Response has bytes or text, not ${describe(value)}.`);
        yield value;
      }
    } catch (error) {
      report(error);
      throw error;
    }
  }
  // Not by the end of the iteration, which waits for the next chunk when the client has disconnected.
  return { chunks: read(), discard: () => void reader.cancel().catch(report) };
}
