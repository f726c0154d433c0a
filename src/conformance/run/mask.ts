import type { AdapterRequest } from '../adapter/messages.ts';

const CREDENTIALS = /^((?:proxy-)?authorization:[ \t]*(?:[\w-]+[ \t]+)?)[^\r\n]+/gim;

/** Replaces the credentials of fields and URLs in the text of a message. */
export function maskCredentials(text: string): string {
  return maskUrls(text.replace(CREDENTIALS, '$1***'));
}

function maskUrls(text: string): string {
  return text.replace(/(https?:\/\/[^\s/:@]+:)[^\s/@]+@/g, '$1***@');
}

/** Replaces the value of a field that has credentials. */
export function maskField([name, value]: readonly [string, string]): [string, string] {
  const isSecret = /^(?:proxy-)?authorization$/i.test(name);
  return [name, isSecret ? value.replace(/^([\w-]+[ \t]+)?.*$/s, '$1***') : maskUrls(value)];
}

/** A request to the adapter without its passwords. */
export function maskRequest(request: AdapterRequest): AdapterRequest {
  const { auth, proxy, headers, url } = request;
  return {
    ...request,
    url: maskUrls(url),
    ...(auth && { auth: { ...auth, password: '***' } }),
    ...(proxy !== undefined && { proxy: maskUrls(proxy) }),
    ...(headers && { headers: headers.map(maskField) }),
  };
}
