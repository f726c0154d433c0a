/** The method, or `OTHER` for any method that the RFCs do not define: clients may send any token. */
export function toBoundedMethod(method: string): string {
  return STANDARD_METHODS.has(method) ? method : 'OTHER';
}

/** RFC 9110 §9.3, and RFC 5789. */
export const STANDARD_METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'TRACE',
]);

/** Methods of other specifications, such as those of WebDAV. */
export const OTHER_METHODS: ReadonlySet<string> = new Set(
  [
    'ACL BIND CHECKOUT COPY LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY PROPFIND PROPPATCH PURGE',
    'QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE UNBIND UNLINK UNLOCK UNSUBSCRIBE',
  ].flatMap((line) => line.split(' ')),
);
