import { trim } from '#wire/bytes.ts';
import type { ChunkExtension } from '#wire/content-parts.ts';
import type {
  Pair,
  RecordedBody,
  RecordedExchange,
  RecordedRequest,
  RecordedResponse,
} from '../recording/record.ts';
import { maskForm, maskText, type ValueMask } from './mask-text.ts';
import { fieldOf } from './request-url.ts';
import { isSensitiveField, isSensitiveMember } from './sensitive-names.ts';

/**
 * Masks the values of sensitive names, and then every occurrence of these values elsewhere in the exchange, because
 * many endpoints return what they receive.
 */
export function createExchangeMask(
  createMasks: (found: (value: string, masked: string) => void) => ValueMask,
): (exchange: RecordedExchange) => RecordedExchange {
  return (exchange) => {
    const secrets = new Map<string, string>();
    const masks = createMasks((value, masked) => value.length >= MIN_LENGTH && secrets.set(value, masked));
    const mask = (text: string) => maskText(text, masks);
    const named = mapTexts(exchange, {
      field: (name, value) => (isSensitiveField(name) ? masks.field(name, value) : mask(value)),
      text: mask,
      content: (text, type) => maskContent(mask(text), type),
      isOpaque: () => false,
    });
    if (secrets.size === 0) return named;
    const isComplete = secrets.size <= MAX_SECRETS;
    const replace = createReplacement(secrets);
    return mapTexts(named, {
      field: (name, value) => (isSensitiveField(name) ? value : replace(value)),
      text: replace,
      content: replace,
      isOpaque: (headers) =>
        !isComplete || !/^(?:identity)?$/i.test(fieldOf(headers, 'Content-Encoding') ?? ''),
    });

    function maskContent(text: string, type: string): string {
      if (FORM.test(type)) return maskForm(text, masks);
      const boundary = BOUNDARY.exec(type)?.[1];
      if (boundary === undefined) return text;
      const delimiter = `--${boundary}`;
      return text.split(delimiter).map(maskPart).join(delimiter);
    }

    /** A part of a multipart form, from the line end after the delimiter to the line end before the next one. */
    function maskPart(part: string): string {
      const start = part.indexOf('\r\n\r\n') + 4;
      const name = /\bname="?([^"\r\n;]*)/i.exec(part.slice(0, start))?.[1] ?? '';
      if (start < 4 || !isSensitiveMember(name)) return part;
      const content = part.slice(start);
      const value = content.endsWith('\r\n') ? content.slice(0, -2) : content;
      return part.slice(0, start) + masks.field(name, value) + content.slice(value.length);
    }
  };
}

/** Replaces each occurrence of the secrets, also as a part of a text of JSON, by its mask; long ones first. */
export function createReplacement(secrets: ReadonlyMap<string, string>): (text: string) => string {
  const literals = [...secrets]
    .filter(([secret]) => secret.length >= MIN_LENGTH)
    .sort(([one], [other]) => other.length - one.length)
    .slice(0, MAX_SECRETS)
    .flatMap(
      ([secret, masked]) =>
        [
          [secret, masked],
          [JSON.stringify(secret).slice(1, -1), masked],
        ] as const,
    );
  return (text) => literals.reduce((rest, [literal, masked]) => rest.replaceAll(literal, () => masked), text);
}

/** Shorter values occur by chance. */
const MIN_LENGTH = 6;

/** Bodies of exchanges with more secrets are withheld, to bound the time of the search. */
const MAX_SECRETS = 50;

interface TextMap {
  field(name: string, value: string): string;
  text(text: string): string;
  content(text: string, type: string): string;
  /** Whether the content is withheld, because it can contain secrets that are not found in it. */
  isOpaque(headers: readonly Pair[]): boolean;
}

function mapTexts(exchange: RecordedExchange, map: TextMap): RecordedExchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: mapRequest(request, map),
    response: response && {
      ...response,
      informational: response.informational.map(({ status, headers }) => ({
        status,
        headers: mapFields(headers, map),
      })),
      ...mapMessage(response, map),
    },
  };
}

function mapRequest(request: RecordedRequest, map: TextMap): RecordedRequest {
  const { rawHead, pseudoFields, chunks } = request;
  return {
    ...request,
    target: map.text(request.target),
    ...mapMessage(request, map),
    ...(rawHead !== undefined && { rawHead: mapHead(rawHead, map) }),
    ...(chunks && { chunks: { ...chunks, extensions: mapExtensions(chunks.extensions, map) } }),
    ...(pseudoFields && { pseudoFields: pseudoFields.map(([name, value]): Pair => [name, map.text(value)]) }),
  };
}

function mapExtensions(extensions: readonly ChunkExtension[], { text }: TextMap): ChunkExtension[] {
  return extensions.map((extension) => ({ ...extension, text: text(extension.text) }));
}

/** The target and the values of a head of HTTP/1, as those of the request. All other bytes stay. */
function mapHead(rawHead: string, { field, text }: TextMap): string {
  const [requestLine = '', ...lines] = rawHead.split('\r\n');
  const [method, target = '', version] = requestLine.split(' ');
  const fields = lines.map((line) => {
    const colon = line.indexOf(':');
    if (colon < 0) return line;
    const value = trim(line, colon + 1);
    const start = line.indexOf(value, colon + 1);
    return line.slice(0, start) + field(line.slice(0, colon), value) + line.slice(start + value.length);
  });
  return [`${method} ${text(target)} ${version}`, ...fields].join('\r\n');
}

function mapMessage({ headers, trailers, body }: RecordedRequest | RecordedResponse, map: TextMap) {
  return {
    headers: mapFields(headers, map),
    trailers: mapFields(trailers, map),
    body: mapBody(body, headers, map),
  };
}

function mapFields(headers: readonly Pair[], { field }: TextMap): Pair[] {
  return headers.map(([name, value]) => [name, field(name, value)]);
}

/** Bytes are processed as Latin-1, in which every byte is a character. The digest of a changed body would allow guesses. */
function mapBody(body: RecordedBody, headers: readonly Pair[], { content, isOpaque }: TextMap): RecordedBody {
  if (body.length === 0) return body;
  if (isOpaque(headers)) return { ...body, kept: new Uint8Array(), truncated: true, sha256: null };
  const text = Buffer.from(body.kept).toString('latin1');
  const masked = content(text, fieldOf(headers, 'Content-Type') ?? '');
  return masked === text ? body : { ...body, kept: Buffer.from(masked, 'latin1'), sha256: null };
}

const FORM = /^application\/x-www-form-urlencoded\b/i;

const BOUNDARY = /^multipart\/[^;]*;.*?\bboundary="?([^";,\s]+)/i;
