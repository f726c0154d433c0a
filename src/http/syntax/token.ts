const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Whether the text is a token (RFC 9110 §5.6.2), such as a method or the name of a header field. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}
