import { isSameName } from '../http/fields.ts';
import { percentDecode } from '../http/percent.ts';
import { bodyPart } from './body-match.ts';
import { clip, type MatchPart, quote } from './match-part.ts';
import type { Match } from './match-schema.ts';
import type { RecordedExchange } from './record.ts';
import type { Redaction } from './redaction.ts';
import { pathOf, queryOf, urlOf } from './request-url.ts';
import { compileStars, compileTextMatch, describeTextMatch, type TextMatch } from './text-match.ts';

/** The conditions of a match, in the order in which their differences are reported. */
export function partsOf(match: Match): MatchPart[] {
  const { method, path, url, target, query = {}, headers = {}, body, protocol, connection, status } = match;
  const parameters = Object.entries(query);
  const fields = Object.entries(headers);
  return [
    ...optional(method, (method) => textPart('method', method, ({ request }) => [request.method])),
    ...optional(path, pathPart),
    ...optional(url, (url) => textPart('url', url, (exchange) => [urlOf(exchange)], PATH)),
    ...optional(target, (target) => textPart('target', target, ({ request }) => [request.target], PATH)),
    ...parameters.map(([name, text]) => queryPart(name, text, 1 / parameters.length)),
    ...fields.map(([name, text]) => headerPart(name, text, 1 / fields.length)),
    ...optional(body, bodyPart),
    ...optional(protocol, (protocol) =>
      textPart('protocol', protocol, (exchange) => [exchange.connection.protocol]),
    ),
    ...optional(connection, (connection) =>
      textPart('connection', connection, (exchange) => [reuseOf(exchange)]),
    ),
    ...optional(status, statusPart),
    ...optional(match.endpoint, (endpoint) =>
      textPart('endpoint', endpoint, (exchange) => listOf(exchange.endpoint)),
    ),
    ...optional(match.bin, (bin) => textPart('bin', bin, (exchange) => listOf(exchange.bin))),
    ...optional(match.lab, (lab) =>
      textPart('lab', lab, (exchange) => listOf(exchange.lab && `${exchange.lab.name}/${exchange.lab.key}`)),
    ),
  ];
}

/** Weight of the path, which identifies a request more than any other part. */
const PATH = 3;

function optional<Value>(value: Value | undefined, create: (value: Value) => MatchPart): MatchPart[] {
  return value === undefined ? [] : [create(value)];
}

interface TextPartOptions {
  readonly weight?: number;
  readonly quote?: (text: string) => string;
  readonly mask?: (redaction: Redaction, value: string) => string;
}

/** A condition for one of several values; an absent value is an empty list. */
function textPart(
  name: string,
  match: TextMatch,
  valuesOf: (exchange: RecordedExchange) => readonly string[],
  options: TextPartOptions | number = {},
): MatchPart {
  const {
    weight = 1,
    quote = clip,
    mask = maskText,
  } = typeof options === 'number' ? { weight: options } : options;
  const test = compileTextMatch(match);
  const matches = (exchange: RecordedExchange) => {
    const values = valuesOf(exchange);
    return values.length === 0 ? test(undefined) : values.some(test);
  };
  return {
    name,
    weight,
    matches,
    similarity: (exchange) => (matches(exchange) ? 1 : 0),
    differences(exchange, shown, redaction) {
      if (matches(exchange)) return [];
      const values = valuesOf(shown);
      const expected = describeTextMatch(match, (text) => quote(mask(redaction, text)));
      const got = values.map(quote).join(', ');
      return [{ part: name, text: values.length === 0 ? 'absent' : `expected ${expected}, got ${got}` }];
    },
  };
}

function maskText(redaction: Redaction, text: string): string {
  return redaction.text(text);
}

/** The path is compared as received, and decoded. */
function pathPart(match: TextMatch): MatchPart {
  const part = textPart('path', match, (exchange) => [pathOf(exchange), percentDecode(pathOf(exchange))]);
  const pattern = typeof match === 'string' ? match : (match.like ?? '');
  const segments = pattern.split('/').map(compileStars);
  return {
    ...part,
    weight: PATH,
    similarity(exchange) {
      if (part.matches(exchange)) return 1;
      const given = pathOf(exchange).split('/');
      // All paths begin with an empty segment.
      const common = segments.filter((isSame, index) => index > 0 && isSame(given[index] ?? '\0')).length;
      return common / Math.max(segments.length, given.length);
    },
    differences: (exchange, shown, redaction) =>
      part.differences(exchange, shown, redaction).map(() => ({
        part: 'path',
        text: `expected ${describeTextMatch(match, clip)}, got ${clip(pathOf(shown))}`,
      })),
  };
}

function queryPart(name: string, match: TextMatch, weight: number): MatchPart {
  const values = (exchange: RecordedExchange) => valuesOf(queryOf(exchange), (other) => other === name);
  return textPart(`query ${clip(name)}`, match, values, {
    weight,
    quote,
    mask: (redaction, value) => redaction.member(name, value),
  });
}

function headerPart(name: string, match: TextMatch, weight: number): MatchPart {
  const values = ({ request }: RecordedExchange) =>
    valuesOf(request.headers, (other) => isSameName(other, name));
  return textPart(`header ${name}`, match, values, {
    weight,
    quote,
    mask: (redaction, value) => redaction.field(name, value),
  });
}

function statusPart(status: number | string): MatchPart {
  const pattern = String(status);
  const like = { like: pattern.replace('xx', '*') };
  const part = textPart('status', like, ({ response }) => listOf(response && String(response.status)));
  return {
    ...part,
    differences: (exchange, shown, redaction) =>
      part.differences(exchange, shown, redaction).map(({ part }) => ({
        part,
        text: `expected ${pattern}, got ${exchange.response?.status ?? 'no response'}`,
      })),
  };
}

function valuesOf(
  pairs: readonly (readonly [name: string, value: string])[],
  isName: (name: string) => boolean,
) {
  return pairs.filter(([name]) => isName(name)).map(([, value]) => value);
}

function listOf(value: string | null): string[] {
  return value === null ? [] : [value];
}

function reuseOf({ connection }: RecordedExchange): string {
  return connection.requestNumber > 1 ? 'reused' : 'new';
}
