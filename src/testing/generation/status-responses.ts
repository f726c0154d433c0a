import { Type } from 'typebox';
import type { Fields } from '#http/syntax/fields.ts';

/** The content of 406. */
export const NotAcceptable = Type.Object({
  message: Type.String(),
  accept: Type.Array(Type.String()),
});

export interface StatusResponse {
  readonly fields: Fields;
  readonly content: string;
}

/** The headers and content of a status. Compat: only these codes have any. */
export function statusResponse(status: number): StatusResponse {
  return SPECIAL.get(status) ?? PLAIN;
}

/** Compat: responses with headers have no default type. */
const PLAIN: StatusResponse = { fields: [['Content-Type', 'text/html; charset=utf-8']], content: '' };

const REDIRECT: StatusResponse = { fields: [['Location', '/redirect/1']], content: '' };

const MEDIA_TYPES = ['image/webp', 'image/svg+xml', 'image/jpeg', 'image/png', 'image/*'];

const TEAPOT = `
    -=[ teapot ]=-

       _...._
     .'  _ _ \`.
    | ."\` ^ \`". _,
    \\_;\`"---"\`|//
      |       ;/
      \\_     _/
        \`"""\`
`;

const SPECIAL: ReadonlyMap<number, StatusResponse> = new Map([
  [301, REDIRECT],
  [302, REDIRECT],
  [303, REDIRECT],
  [304, { fields: [], content: '' }],
  [305, REDIRECT],
  [307, REDIRECT],
  [401, { fields: [['WWW-Authenticate', 'Basic realm="Fake Realm"']], content: '' }],
  [402, { fields: [['x-more-info', 'http://vimeo.com/22053820']], content: 'Payment is required, please.' }],
  [
    406,
    {
      fields: [['Content-Type', 'application/json']],
      content: `{"message": "Client did not request a supported media type.", "accept": [${MEDIA_TYPES.map((type) => `"${type}"`).join(', ')}]}`,
    },
  ],
  [407, { fields: [['Proxy-Authenticate', 'Basic realm="Fake Realm"']], content: '' }],
  [418, { fields: [['x-more-info', 'http://tools.ietf.org/html/rfc2324']], content: TEAPOT }],
]);
