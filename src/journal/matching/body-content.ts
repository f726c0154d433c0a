import { parseBoundedJson } from '#http/message/json-body.ts';
import type { BodyView } from './body-view.ts';
import { decodeCharset } from './charset.ts';

/** The kept bytes as text; undefined if they are not UTF-8. A character that is cut at the limit is omitted. */
export function bodyText({ kept, truncated }: Pick<BodyView, 'kept' | 'truncated'>): string | undefined {
  return decodeCharset(kept, 'utf-8', truncated) ?? undefined;
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
