import type { IncomingMessage } from 'node:http';
import { isSameName } from '../syntax/fields.ts';
import { isHttp2Request } from '../transport/http2/http2.ts';

/** The first `Host` field of a request, or `:authority`, unchecked. Node's object of all fields would be made for it. */
export function readHost(request: IncomingMessage): string | undefined {
  if (isHttp2Request(request)) {
    const authority = request.headers[':authority'];
    return request.headers.host ?? (typeof authority === 'string' ? authority : undefined);
  }
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && isSameName(name, 'Host')) return rawHeaders[index + 1];
  }
  return undefined;
}
