import { hash } from 'node:crypto';
import { ContentLimitError } from '#http/syntax/content-limit-error.ts';
import { type Fields, findField } from '#http/syntax/fields.ts';
import { dispositionOf, type Part, partField, splitMultipart } from '#http/syntax/multipart.ts';
import { parseParameterised } from '#http/syntax/parameterised.ts';
import type { BodyMatch, PartMatch } from '#journal/matching/body-match.ts';
import { MAX_TEXT } from '#journal/matching/text-condition.ts';
import type { RecordedContent } from './har/read-content.ts';
import type { RecordedBody } from './har/read-request.ts';
import { isCleanText } from './imported-content.ts';

/** The condition for a recorded body, and what it does not compare: a clause about the rule. */
export interface ImportedBody {
  readonly match?: BodyMatch;
  readonly note?: string;
}

/** A part of a recorded multipart body. */
interface RecordedPart {
  readonly name: string | undefined;
  readonly filename: string | undefined;
  readonly type: string | undefined;
  /** Undefined if it was not recorded. */
  readonly content: Uint8Array | undefined;
}

/** Maximum number of parts of a match. */
const MAX_PARTS = 20;

/** The condition for a multipart body. Its boundary is another one in each request. */
export function matchParts(body: RecordedBody, headers: Fields): ImportedBody {
  const parts = body.content ? splitContent(body.content, boundaryOf(body, headers)) : undefined;
  const recorded = parts ?? body.params.map(toPart);
  if (recorded.length === 0) return { note: 'does not compare the body, whose parts were not recorded' };
  if (recorded.length > MAX_PARTS)
    return { note: `does not compare the body, which has more than ${MAX_PARTS} parts` };
  const unknown = recorded.filter(({ content }) => content === undefined).length;
  return {
    match: { parts: recorded.map(toPartMatch), only: true },
    ...(unknown > 0 && {
      note: `does not compare the content of ${unknown === 1 ? 'a part' : `${unknown} parts`}, which was not recorded`,
    }),
  };
}

/** Some recorders omit the parameter, which the first line of the body has, too. */
function boundaryOf({ type, content }: RecordedBody, headers: Fields): string | undefined {
  const inType = [type, findField(headers, 'Content-Type') ?? ''].map((each) =>
    parseParameterised(each).parameters.get('boundary'),
  );
  const start =
    content?.kind === 'text' ? content.text.slice(0, 100) : content?.bytes.toString('latin1', 0, 100);
  return inType.find((each) => each !== undefined) ?? /^--([^\r\n]{1,70})\r?\n/.exec(start ?? '')?.[1];
}

/** Undefined for a body that cannot be split. */
function splitContent(content: RecordedContent, boundary: string | undefined): RecordedPart[] | undefined {
  if (boundary === undefined) return undefined;
  const isExact = content.kind === 'bytes';
  try {
    const parts = splitMultipart(isExact ? content.bytes : Buffer.from(content.text), boundary);
    return parts?.map((part) => fromPart(part, isExact));
  } catch (error) {
    if (error instanceof ContentLimitError) return undefined;
    throw error;
  }
}

function fromPart(part: Part, isExact: boolean): RecordedPart {
  const { name, filename } = dispositionOf(part) ?? {};
  const { content } = part;
  // Browsers record the parts of files without their content, or as broken text.
  const isKnown =
    isExact || (isCleanText(content.toString()) && (filename === undefined || content.length > 0));
  return { name, filename, type: partField(part, 'Content-Type'), content: isKnown ? content : undefined };
}

function toPart({ name, value, filename, type }: RecordedBody['params'][number]): RecordedPart {
  const isKnown = value !== undefined && isCleanText(value) && (filename === undefined || value !== '');
  return { name, filename, type, content: isKnown ? Buffer.from(value) : undefined };
}

function toPartMatch({ name, filename, type, content }: RecordedPart): PartMatch {
  const text = content?.toString();
  return {
    ...(name !== undefined && { name }),
    ...(filename !== undefined && { filename }),
    ...(type !== undefined && { type: parseParameterised(type).value }),
    ...(content !== undefined &&
      (text !== undefined && text.length <= MAX_TEXT && Buffer.from(text).equals(content)
        ? { text }
        : { sha256: hash('sha256', content) })),
  };
}
