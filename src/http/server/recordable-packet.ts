import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { UnrecordedPaths } from '../routing/unrecorded-paths.ts';
import { percentDecode } from '../syntax/percent.ts';
import { failedRequestLine, type ParserError } from './parser-error.ts';

/**
 * The bytes of a request that the parser rejected, from its first byte on; undefined when they can belong to a request to
 * a service that is not recorded: to a known path of it, or to a request that began in an earlier packet.
 */
export function recordablePacket(
  unrecorded: UnrecordedPaths,
  error: ParserError,
  socket: Duplex,
): Uint8Array | undefined {
  const { rawPacket } = error;
  if (!rawPacket) return undefined;
  const line = failedRequestLine(error);
  const isFirst = socket instanceof Socket && socket.bytesRead === rawPacket.length;
  if (!line && !isFirst) return undefined;
  const packet = rawPacket.subarray(line?.offset ?? 0);
  return isPrivate(unrecorded, packet.toString('latin1')) ? undefined : packet;
}

/** Whether a path of a service that is not recorded is anywhere in the packet, or a target in its first line. */
function isPrivate({ prefixes, serviceOf }: UnrecordedPaths, packet: string): boolean {
  const text = percentDecode(packet)
    .toLowerCase()
    .replace(/\/{2,}/g, '/');
  const firstLine = /[^\r\n]*/.exec(text)?.[0] ?? '';
  return (
    prefixes.some((prefix) => text.includes(prefix.toLowerCase())) ||
    firstLine.split(/\s+/).some((word) => serviceOf(`/${word}`) !== undefined)
  );
}
