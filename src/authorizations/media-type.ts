/**
 * Value of `X-GitHub-Media-Type`: what the service made of `Accept`. A preview or another representation that was asked
 * for is named, though every answer is the same JSON.
 */
export function toMediaType(accept: string | undefined): string {
  if (!accept?.includes('application/vnd.github')) return PLAIN;
  const [, version, parameter] = VENDOR.exec(accept) ?? [];
  if (version === undefined) return PLAIN;
  if (!/^v\d$/.test(version)) return `github.v3; param=${version}; format=json`;
  return parameter === undefined ? PLAIN : `github.v3; param=${parameter}; format=json`;
}

const PLAIN = 'github.v3; format=json';

const VENDOR = /application\/vnd\.github\.([\w-]+)(?:\.([\w-]+))?\+json/;
