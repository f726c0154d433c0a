import type { SentRequest } from '../code.ts';

/** What the browser got for one request. */
export interface ReceivedResponse {
  /** Undefined when the browser has no head of a response. */
  readonly head:
    | { readonly status: number; readonly reason: string; readonly fields: readonly string[] }
    | undefined;
  /** The content that was read, as text. A browser discards what it has not passed on before an error. */
  readonly text: string;
  readonly bytes: number;
  /** Milliseconds until the end. */
  readonly time: number;
  /** The error of the browser. */
  readonly error: string | undefined;
  /** A redirect, which a script cannot read. */
  readonly isRedirect: boolean;
}

/** Content above this size is not kept. */
const MAX_BYTES = 100_000;

/** Sends a request. Never fails: an error of the browser is part of the result. */
export async function sendRequest(
  url: string,
  request: SentRequest,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  const { method, fields, body } = request;
  const startedAt = performance.now();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let [bytes, kept] = [0, 0];
  let head: ReceivedResponse['head'];
  let error: string | undefined;
  let isRedirect = false;
  try {
    const response = await fetch(url, {
      method,
      headers: fields.map(([name, value]) => [name, value]),
      body: body === '' ? null : body,
      redirect: 'manual',
      cache: 'no-store',
      signal,
    });
    isRedirect = response.type === 'opaqueredirect';
    if (!isRedirect) {
      const { status, statusText: reason, headers } = response;
      head = { status, reason, fields: [...headers].map((field) => field.join(': ')) };
    }
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      bytes += part.value.length;
      if (kept < MAX_BYTES) parts.push(part.value.subarray(0, MAX_BYTES - kept));
      kept = Math.min(bytes, MAX_BYTES);
    }
  } catch (cause) {
    error = describe(cause);
  }
  const text = await new Blob(parts).text();
  return { head, text, bytes, time: performance.now() - startedAt, error, isRedirect };
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.name === 'AbortError' ? 'You stopped the request.' : `${cause.name}: ${cause.message}`;
}
