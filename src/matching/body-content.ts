import { parseBoundedJson } from '../http/message/body/json-body.ts';
import type { BodyView } from './body-view.ts';

/** The kept bytes as text; undefined if they are not UTF-8. A character that is cut at the limit is omitted. */
export function bodyText({ kept, truncated }: Pick<BodyView, 'kept' | 'truncated'>): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(kept, { stream: truncated });
  } catch {
    return undefined;
  }
}

/** The body as JSON; undefined if it is not JSON, is not complete, or is nested too deeply. */
export function bodyJson(body: BodyView): { readonly value: unknown } | undefined {
  if (body.truncated || body.length === 0) return undefined;
  const text = bodyText(body);
  try {
    return text === undefined ? undefined : { value: parseBoundedJson(text) };
  } catch {
    return undefined;
  }
}
