import type { Field } from '../../http/message/fields.ts';
import { InvalidInputError, problemsOfSchema } from '../../http/message/input-problem.ts';
import { matches } from '../../http/routing/validation.ts';
import { isConnectionField, toClientHeaders } from '../headers/client-headers.ts';
import { contentSafety } from '../headers/untrusted-content.ts';
import { EMPTY_PLAN, type EncodedContent } from '../plan/response-plan.ts';
import { type ComposedResponse, composeResponse } from './composed-response.ts';
import { ResponseForm } from './json-form.ts';
import type { Limits } from './to-plan.ts';

/**
 * The response that a handler has returned: directives, or a `Response` of Fetch, whose status, header fields and stream are
 * sent.
 * @throws HttpError, InvalidInputError for a response that this server must not send.
 */
export function composeHandlerResponse(result: unknown, limits: Limits): ComposedResponse {
  if (result instanceof Response) return composeFetched(result, limits);
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
function composeFetched(response: Response, limits: Limits): ComposedResponse {
  const { status, statusText, body, bodyUsed } = response;
  if (bodyUsed || body?.locked) throw new TypeError('The content of the Response has been read already.');
  if (status < 200) throw new TypeError('The Response is that of Response.error().');
  // The server frames the message.
  const input = [...response.headers].filter(([name]) => !isConnectionField(name));
  const fields = toClientHeaders(
    input.map(([name, value]): Field => [name, value]),
    limits,
  );
  const types = fields.filter(([name]) => name === 'content-type').map(([, type]) => type);
  const content: EncodedContent = body
    ? { kind: 'stream', source: body, size: undefined }
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
  };
}
