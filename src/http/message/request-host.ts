import type { RequestHead } from '#wire/request-head.ts';
import { isSameName } from '../syntax/fields.ts';

/** The first `Host` field of a request, or `:authority`, unchecked. */
export function readHost({ fields }: RequestHead): string | undefined {
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index];
    if (name?.length === 4 && isSameName(name, 'Host')) return fields[index + 1];
  }
  return undefined;
}
