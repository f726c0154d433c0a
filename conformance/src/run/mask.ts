import type { AdapterRequest, Outcome } from '../adapter/messages.ts';
import { SECRET } from '../case-port/secret-file.ts';

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

/** An outcome without passwords, and without the content of a file of the machine. */
export function maskOutcome(outcome: Outcome): Outcome {
  const { url, message, headers, body, redirects } = outcome;
  return {
    ...outcome,
    ...(url !== undefined && { url: maskUrls(url) }),
    ...(message !== undefined && { message: maskCredentials(message) }),
    ...(headers && { headers: headers.map(maskField) }),
    ...(redirects && { redirects: redirects.map((each) => ({ ...each, url: maskUrls(each.url) })) }),
    ...(body !== undefined && { body: maskContent(body) }),
  };
}

/** @param body Base64. */
function maskContent(body: string): string {
  const text = Buffer.from(body, 'base64').toString('latin1');
  if (!text.includes(SECRET)) return body;
  return Buffer.from(text.replaceAll(SECRET, '***'), 'latin1').toString('base64');
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
