import { isSensitiveMember } from './sensitive-names.ts';

/** Masks a value, given as it is in the text, with its name. */
type MaskValue = (name: string, value: string) => string;

/**
 * Masks the values of sensitive members of JSON anywhere in a text, also in JSON that is incomplete: texts, numbers, and
 * those inside lists and objects. A number becomes a text. Linear, because the length of names is bounded.
 */
export function maskJson(text: string, mask: MaskValue): string {
  let result = '';
  let copied = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    MEMBER.lastIndex = at;
    const [member, name = ''] = MEMBER.exec(text) ?? [];
    if (member === undefined || !isSensitiveMember(decodeName(name))) {
      at++;
      continue;
    }
    const start = at + member.length;
    const { masked, end } = maskValue(text, start, decodeName(name), mask);
    result += text.slice(copied, start) + masked;
    copied = end;
    at = end;
  }
  return result + text.slice(copied);
}

/** A name, and its colon. Longer names are not sensitive; an escape such as `\u0070` counts as five characters. */
const MEMBER = /"((?:[^"\\]|\\.){1,160})"\s{0,100}:\s{0,100}/sy;

const TOKEN = /"(?:[^"\\]|\\.)*"?|[[{\]}]|-?\d[\d.eE+-]*|[^"[{\]}\d-]+|-/sy;

/** Masks the value at a position, up to the end of its list or object. */
function maskValue(
  text: string,
  start: number,
  name: string,
  mask: MaskValue,
): { masked: string; end: number } {
  let depth = 0;
  let masked = '';
  TOKEN.lastIndex = start;
  for (let end = start; ; end = TOKEN.lastIndex) {
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) return { masked, end };
    if (/^[[{]/.test(token)) depth++;
    else if (/^[\]}]/.test(token)) depth--;
    // The value ends without one, as in `"code":}`, or is a literal, which has none of these characters.
    if (depth < 0 || (depth === 0 && !/["\d\]}]/.test(token))) return { masked, end };
    const isName = depth > 0 && isBeforeColon(text, TOKEN.lastIndex);
    masked += isName ? token : maskToken(token, name, mask);
    if (depth === 0) return { masked, end: TOKEN.lastIndex };
  }
}

function maskToken(token: string, name: string, mask: MaskValue): string {
  if (token.startsWith('"')) {
    const isClosed = token.length > 1 && token.endsWith('"') && !endsWithEscape(token);
    return `"${mask(name, token.slice(1, isClosed ? -1 : undefined))}${isClosed ? '"' : ''}`;
  }
  // Among the other tokens, only numbers have digits. A code of three digits is a status; one-time codes have more.
  if (!/\d/.test(token) || (name === 'code' && /^\d{1,3}$/.test(token))) return token;
  return `"${mask(name, token)}"`;
}

/** Whether the quotation mark at the end is escaped, so that the text is not complete. */
function endsWithEscape(token: string): boolean {
  let count = 0;
  while (token[token.length - 2 - count] === '\\') count++;
  return count % 2 === 1;
}

/** Whether the text that ends here is the name of a member. */
function isBeforeColon(text: string, end: number): boolean {
  COLON.lastIndex = end;
  return COLON.test(text);
}

const COLON = /\s{0,100}:/y;

function decodeName(name: string): string {
  if (!name.includes('\\')) return name;
  try {
    return String(JSON.parse(`"${name}"`));
  } catch {
    return name;
  }
}
