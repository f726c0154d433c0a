import type { ConnectionInfo } from '#wire/connection-info.ts';
import type { WireError } from '#wire/error.ts';
import type { UnrecordedPaths } from '../routing/unrecorded-paths.ts';
import { percentDecode } from '../syntax/percent.ts';

/**
 * The bytes of a request that could not be decoded; undefined when they can belong to a request to a service that is not recorded:
 * to a known path of it, or to the content of an earlier request, whose end the client and the server see at different places.
 */
export function recordablePacket(
  unrecorded: UnrecordedPaths,
  { bytes, target }: WireError,
  { requestCount }: ConnectionInfo,
): Uint8Array | undefined {
  if (target === '' && requestCount > 0) return undefined;
  return isPrivate(unrecorded, bytes.toString('latin1')) ? undefined : bytes;
}

/** Whether a path of a service that is not recorded is anywhere in the message, or a target in its first line. */
function isPrivate({ prefixes, serviceOf }: UnrecordedPaths, message: string): boolean {
  const text = percentDecode(message)
    .toLowerCase()
    .replace(/\/{2,}/g, '/');
  const firstLine = /[^\r\n]*/.exec(text)?.[0] ?? '';
  return (
    prefixes.some((prefix) => text.includes(prefix.toLowerCase())) ||
    firstLine.split(/\s+/).some((word) => serviceOf(`/${word}`) !== undefined)
  );
}
