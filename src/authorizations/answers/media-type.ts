/**
 * Value of `X-GitHub-Media-Type`: what the service made of `Accept`. A preview or another representation that was asked
 * for is named, though every answer is the same JSON.
 */
export function toMediaType(accept: string | undefined): string {
  if (!accept?.includes('application/vnd.github')) return PLAIN;
  const [, first, second] = VENDOR.exec(accept) ?? [];
  if (first === undefined) return PLAIN;
  const isVersion = first === 'beta' || /^v\d$/.test(first);
  const parameter = isVersion ? second : first;
  // Compat: recorded of clients that have stayed with the version before the third.
  const version = first === 'beta' ? 'beta' : 'v3';
  return `github.${version};${parameter === undefined ? '' : ` param=${parameter};`} format=json`;
}

const PLAIN = 'github.v3; format=json';

const VENDOR = /application\/vnd\.github\.([\w-]+)(?:\.([\w-]+))?\+json/;
