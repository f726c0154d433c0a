import { Type } from 'typebox';
import type { Fields } from '../http/fields.ts';

/** The JSON of 406. */
export const NotAcceptable = Type.Object({
  message: Type.String(),
  accept: Type.Array(Type.String()),
});

export interface StatusAnswer {
  readonly fields: Fields;
  readonly content: string;
}

/** What an answer has besides its status. Compat: only these codes have anything of their own. */
export function statusAnswer(status: number): StatusAnswer {
  return SPECIAL.get(status) ?? PLAIN;
}

/** Compat: whoever has fields of its own lost the default type. */
const PLAIN: StatusAnswer = { fields: [['Content-Type', 'text/html; charset=utf-8']], content: '' };

const REDIRECT: StatusAnswer = { fields: [['location', '/redirect/1']], content: '' };

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

const SPECIAL: ReadonlyMap<number, StatusAnswer> = new Map([
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
