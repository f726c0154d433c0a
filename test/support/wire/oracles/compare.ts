import { METHODS } from 'node:http';
import type { WireError } from '#wire/error.ts';
import type { Transcript } from '../http1/transcript.ts';
import type { NodeResult, ParsedMessage } from './llhttp.ts';

/** What the decoder rejects and llhttp accepts, by the sentence of the error. */
const REJECTED: readonly RegExp[] = [
  // RFC 9112 §3: one SP. §2.2: CRLF only, and at most four before a request line.
  /^Space in the (?:target|version) /,
  /^(?:LF without CR|CR without LF|More than 8 bytes of CRLF before a request line) at byte 0$/,
  // RFC 9110 §15.6.6: llhttp accepts 0.9 and 2.0.
  /^(?:No version|Version \d\.\d) /,
  // RFC 9112 §6.1, §6.3: other lists of codings than chunked alone, and codings in HTTP/1.0.
  /^Transfer coding other than chunked /,
  /^Transfer-Encoding in HTTP\/1\.0 /,
  // RFC 3986 §3.2: one @ in an authority.
  /^"@" in the authority of the target /,
  // Numbers that a double does not hold, and their leading zeros.
  /^(?:Content-Length over 15 digits|Chunk size over \d+(?: digits)?) /,
  // RFC 9112 §7.1.1: names and values of extensions are not empty, and a value is a token or a quoted string.
  /^(?:CR|";"|"="|""") in a chunk size line /,
  /^(?:More than \d+ fields|Head over|Request line over|Trailer section over|Chunk (?:size line|extensions) over) /,
];

function isRejectedByDecision(error: WireError, theirs: ParsedMessage | undefined): boolean {
  return (
    REJECTED.some((pattern) => pattern.test(error.message)) ||
    // llhttp reads the line of a simple request of HTTP/0.9 without its end.
    theirs?.version === '0.9' ||
    theirs?.version === '2.0' ||
    // RFC 9112 §3.2.4: the asterisk stands alone.
    (theirs?.target.startsWith('*') === true && theirs.target !== '*')
  );
}

/** What the decoder accepts and llhttp rejects: the error of llhttp must be the one of the decision. */
function isAcceptedByDecision(message: ParsedMessage, extensions: readonly string[], error: string): boolean {
  switch (error) {
    case 'HPE_INVALID_METHOD':
      return !METHODS.includes(message.method);
    case 'HPE_INVALID_URL':
      return /[\x80-\xff]/.test(message.target);
    case 'HPE_INVALID_VERSION':
      return message.version > '1.1';
    // BWS around the separators of chunk extensions (RFC 9112 §7.1.1).
    case 'HPE_INVALID_CHUNK_SIZE':
    case 'HPE_STRICT':
      return extensions.some((extension) => /[ \t]/.test(extension));
    default:
      return false;
  }
}

/**
 * Whether the decoder and Node differ in what follows. Node reads nothing behind a request for an upgrade, whether it switches or
 * not. On HTTP/1.0, llhttp prefers `keep-alive` to `close` (RFC 9112 §9.3). It obeys `Connection` in a trailer section, which is
 * never merged into the head (RFC 9110 §6.5.1).
 */
function isNotContinued({ version, fields, trailers }: ParsedMessage): boolean {
  if (trailers.some((name, index) => index % 2 === 0 && /^connection$/i.test(name))) return true;
  const connection = fields.filter((_, index) => /^connection$/i.test(fields[index - 1] ?? '')).join(',');
  const isUpgrade =
    /upgrade/i.test(connection) && fields.some((name, index) => index % 2 === 0 && /^upgrade$/i.test(name));
  return isUpgrade || (version === '1.0' && /close/i.test(connection) && /keep-alive/i.test(connection));
}

/**
 * Compares what the decoder and llhttp read of the same bytes. What llhttp rejects, the decoder rejects, and the other way
 * around, except for the lists of this file; what both accept is equal.
 * @returns a sentence for a difference that no list has
 */
export function compareWithNode(ours: Transcript, node: NodeResult): string | undefined {
  const own = ownMessages(ours);
  const ownError = ours.errors[0];
  for (let index = 0; ; index++) {
    const mine = own[index];
    const theirs = node.messages[index];
    if (mine?.isComplete && theirs?.isComplete) {
      const difference = compareMessages(mine, theirs);
      if (difference !== undefined) return `message ${index + 1}: ${difference}`;
      if (isNotContinued(mine)) return undefined;
      continue;
    }
    const isMineRejected = !mine?.isComplete && ownError !== undefined;
    const isTheirsRejected = !theirs?.isComplete && node.error !== undefined;
    if (isMineRejected && isTheirsRejected) return undefined;
    if (mine !== undefined && isNotContinued(mine)) return undefined;
    if (isMineRejected)
      return isRejectedByDecision(ownError, theirs)
        ? undefined
        : `rejected: ${ownError.message}; llhttp accepts it`;
    if (isTheirsRejected)
      return mine !== undefined && isAcceptedByDecision(mine, ours.extensions, node.error ?? '')
        ? undefined
        : `accepted: ${JSON.stringify(mine)}; llhttp rejects it with ${node.error}`;
    if (mine === undefined && theirs === undefined) return undefined;
    if (mine === undefined || theirs === undefined || mine.isComplete || theirs.isComplete)
      return `message ${index + 1} is ${describe(mine)}, and ${describe(theirs)} for llhttp`;
    // Neither is complete: more bytes would follow.
    return compareMessages(mine, theirs);
  }
}

function ownMessages(ours: Transcript): ParsedMessage[] {
  return ours.heads.map((head, index) => ({
    method: head.method,
    target: head.target,
    version: head.version,
    fields: head.fields,
    content: ours.contentOf(index),
    trailers: ours.trailers[index] ?? [],
    isComplete: index < ours.trailers.length,
  }));
}

function compareMessages(mine: ParsedMessage, theirs: ParsedMessage): string | undefined {
  for (const member of ['method', 'target', 'version', 'fields', 'content', 'trailers'] as const) {
    const own = JSON.stringify(mine[member]);
    const other = JSON.stringify(theirs[member]);
    if (own !== other) return `${member} is ${own}, and ${other} for llhttp`;
  }
  return undefined;
}

function describe(message: ParsedMessage | undefined): string {
  if (message === undefined) return 'absent';
  return message.isComplete ? 'complete' : 'incomplete';
}
