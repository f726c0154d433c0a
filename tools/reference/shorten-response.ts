import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { RecordedResponse } from '#docs/pages/examples/load-responses.ts';
import type { Example } from '#http/routing/endpoint.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

const MAX_FIELDS = 5;

/** Further ones are shown if there is room. */
const MAX_FIELDS_OF_A_NAME = 2;

const MAX_LINES = 18;
const MAX_CHARACTERS = 680;

/** A line of JSON that is longer is broken. */
const MAX_LINE_LENGTH = 90;

/** The parts of a response that a reader needs: at most five header fields, and the beginning of the content. */
export function shortenResponse(response: WireResponse, example: Example): RecordedResponse {
  const { status, reason, fields } = response;
  const content = readContent(response);
  const visible = selectFields(response, example, content.isShortened);
  const omitted = fields.length - visible.length;
  const notes = [
    ...(omitted === 0 ? [] : [`${omitted} more ${omitted === 1 ? 'header' : 'headers'}.`]),
    ...content.notes,
  ];
  return {
    head: [
      `HTTP/1.1 ${status} ${reason}`.trimEnd(),
      ...visible.map(([name, value]) => `${name}: ${value}`),
    ].join('\n'),
    ...(content.text === undefined ? {} : { body: content.text }),
    note: notes.join(' '),
  };
}

/** What almost every response has: shown only if the example is about it. */
const USUAL =
  /^(?:date|connection|keep-alive|content-length|transfer-encoding|server|status|vary|access-control-.*|cross-origin-.*|x-content-type-options|content-security-policy|referrer-policy|x-frame-options|x-xss-protection|x-github-(?:request-id|enterprise-version|media-type))$/i;

/** Shown if there is room. */
const MINOR = /^(?:cache-control|etag|last-modified|pragma)$/i;

/** The fields in their order. Those that the example is about precede others when there are too many. */
function selectFields(
  { fields }: WireResponse,
  { responseFields = [] }: Example,
  isShortened: boolean,
): WireResponse['fields'] {
  const names = new Set(responseFields.map(([name]) => name.toLowerCase()));
  const rankOf = ([name]: readonly [string, string], index: number) => {
    if (names.has(name.toLowerCase())) return 0;
    // The entity tag of a page changes with each change of it.
    if (USUAL.test(name) || (isShortened && /^etag$/i.test(name))) return undefined;
    const earlier = fields.slice(0, index).filter(([other]) => other.toLowerCase() === name.toLowerCase());
    if (earlier.length >= MAX_FIELDS_OF_A_NAME) return 3;
    return MINOR.test(name) ? 2 : 1;
  };
  const ranks = new Map(fields.map((field, index) => [field, rankOf(field, index)]));
  const candidates = fields.filter((field) => ranks.get(field) !== undefined);
  const selected = candidates
    .toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
    .slice(0, MAX_FIELDS);
  return candidates.filter((field) => selected.includes(field));
}

interface Content {
  /** Undefined without content, and for content that is not text. */
  readonly text: string | undefined;
  readonly isShortened: boolean;
  readonly notes: readonly string[];
}

function readContent(response: WireResponse): Content {
  const coding = response.field('Content-Encoding');
  const bytes = decode(response.body, coding);
  const decoded = coding === undefined ? [] : [`Decoded from ${coding}.`];
  if (bytes.length === 0) return { text: undefined, isShortened: false, notes: [] };
  const text = decodeText(bytes);
  if (text === undefined) {
    const size = `${response.body.length.toLocaleString('en')} bytes that are not text.`;
    return { text, isShortened: true, notes: [size] };
  }
  const type = response.field('Content-Type') ?? '';
  const lines = breakLines(text.trimEnd(), type);
  const beginning = takeBeginning(lines, type);
  const isShortened = beginning.length < lines.length;
  return {
    text: isShortened ? `${beginning.trimEnd()}\n…` : beginning,
    isShortened,
    notes: [
      ...decoded,
      ...(lines === text.trimEnd() ? [] : ['Line breaks added.']),
      ...(isShortened ? ['Body shortened.'] : []),
    ],
  };
}

function decode(body: Buffer, coding: string | undefined): Buffer {
  const decoders: Record<string, ((content: Buffer) => Buffer) | undefined> = {
    gzip: gunzipSync,
    deflate: inflateSync,
    br: brotliDecompressSync,
    zstd: zstdDecompressSync,
  };
  return body.length === 0 || coding === undefined ? body : (decoders[coding]?.(body) ?? body);
}

function decodeText(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /[^\P{Cc}\t\r\n]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** JSON in one long line as lines. */
function breakLines(text: string, type: string): string {
  const isJson = /^application\/(?:[\w.]+\+)?json\b/.test(type);
  if (!isJson || text.length <= MAX_LINE_LENGTH || text.includes('\n')) return text;
  return JSON.stringify(JSON.parse(text), null, 2);
}

/** The head of a page without its style, and the first lines of other content. */
function takeBeginning(text: string, type: string): string {
  const style = type.startsWith('text/html') ? text.search(/<link rel="icon"|<style/) : -1;
  const part = style < 0 ? text : text.slice(0, style);
  const lines = part.split('\n').slice(0, MAX_LINES).join('\n');
  return lines.length <= MAX_CHARACTERS ? lines : lines.slice(0, MAX_CHARACTERS);
}
