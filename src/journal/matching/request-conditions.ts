import { cookiePairs } from '#http/message/cookies.ts';
import { splitAuthority } from '#http/syntax/authority.ts';
import { fieldValues } from '#http/syntax/fields.ts';
import { percentDecode } from '#http/syntax/percent.ts';
import { bodyConditions } from './body-condition.ts';
import { Code } from './code.ts';
import { type Condition, clip, type Masking, quote } from './condition.ts';
import { toMethodText } from './method-condition.ts';
import { compileTemplate, type PathTemplate, problemOfTemplate, splitPath } from './path-template.ts';
import type { HeadMatch, RequestMatch } from './request-match.ts';
import type { RequestHead, RequestView } from './request-view.ts';
import { compileStars, compileText, describeText, type TextCondition } from './text-condition.ts';
import { compileValues, describeValues, type ValuesCondition } from './values-condition.ts';

/** The conditions for the head of a request. */
export function headConditions(match: HeadMatch): Condition<RequestHead>[] {
  const { method, path, url, target, host, protocol, endpoint, bin } = match;
  const parameters = Object.entries(match.query ?? {});
  const fields = Object.entries(match.headers ?? {});
  const cookies = Object.entries(match.cookies ?? {});
  return [
    ...optional(method, (method) => textCondition('method', toMethodText(method), (head) => head.methods)),
    ...optional(path, pathCondition),
    ...optional(url, (url) => textCondition('url', url, (head) => [head.url], { weight: PATH })),
    ...optional(target, (target) =>
      textCondition('target', target, (head) => [head.target], { weight: PATH }),
    ),
    ...optional(host, (host) => textCondition('host', toHostText(host), (head) => [hostOf(head.url)])),
    ...parameters.map(([name, text]) => queryCondition(name, text, 1 / parameters.length)),
    ...(match.query_only ? [otherParameters(Object.keys(match.query ?? {}))] : []),
    ...fields.map(([name, text]) => headerCondition(name, text, 1 / fields.length)),
    ...cookies.map(([name, text]) => cookieCondition(name, text, 1 / cookies.length)),
    ...optional(protocol, (protocol) => textCondition('protocol', protocol, (head) => [head.protocol])),
    ...optional(endpoint, (endpoint) => textCondition('endpoint', endpoint, (head) => listOf(head.endpoint))),
    ...optional(bin, (bin) => textCondition('bin', bin, (head) => listOf(head.bin))),
  ];
}

/** The conditions for a request with its body. */
export function requestConditions(match: RequestMatch): Condition<RequestView>[] {
  return [
    ...headConditions(match),
    ...(match.body === undefined ? [] : bodyConditions(match.body)),
    ...optional(match.connection, (connection) =>
      textCondition<RequestView>('connection', connection, (request) => [request.connection]),
    ),
  ];
}

/** Weight of the path, which identifies a request more than any other part. */
const PATH = 3;

export function optional<Value, Subject>(
  value: Value | undefined,
  create: (value: Value) => Condition<Subject>,
): Condition<Subject>[] {
  return value === undefined ? [] : [create(value)];
}

export function listOf(value: string | null): string[] {
  return value === null ? [] : [value];
}

interface TextOptions<Subject> {
  readonly weight?: number;
  readonly quote?: (text: string) => string;
  /** The values of an explanation, if others are compared. */
  readonly shownOf?: (subject: Subject) => readonly string[];
  readonly mask?: (masking: Masking, value: string) => string;
}

/** A condition for one of several values; an absent value is an empty list. */
export function textCondition<Subject = RequestHead>(
  name: string,
  condition: ValuesCondition,
  valuesOf: (subject: Subject) => readonly string[],
  {
    weight = 1,
    quote = clip,
    shownOf = valuesOf,
    mask = (masking, text) => masking.text(text),
  }: TextOptions<Subject> = {},
): Condition<Subject> {
  const testValues = compileValues(condition);
  const test = (subject: Subject) => testValues(valuesOf(subject));
  return {
    name,
    weight,
    needsBody: false,
    test,
    similarity: (subject) => (test(subject) ? 1 : 0),
    explain(subject, shown, masking) {
      if (test(subject)) return [];
      const values = shownOf(shown);
      const expected = describeValues(condition, (text) => quote(mask(masking, text)));
      const got = values.map(quote).join(', ');
      return [{ part: name, text: values.length === 0 ? 'absent' : `expected ${expected}, got ${got}` }];
    },
  };
}

/** Host names have any case (RFC 9110 §4.2.3). */
function toHostText(host: TextCondition): TextCondition {
  if (typeof host === 'string') return host.toLowerCase();
  return host instanceof Code || host.absent ? host : { ...host, ignore_case: true };
}

/** The host of a URL in lower case, without its port. An IPv6 address keeps its brackets. */
export function hostOf(url: string): string {
  const [, authority = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(url) ?? [];
  return splitAuthority(authority).host.toLowerCase();
}

/** A text is a template. A condition holds for the path as received, or decoded except for its slashes. */
function pathCondition(condition: TextCondition): Condition<RequestHead> {
  const decodesSegments = typeof condition === 'string';
  const { test: testPath, segments } = decodesSegments ? compileTemplate(condition) : compilePath(condition);
  const test = ({ path }: RequestHead) => testPath(path);
  return {
    name: 'path',
    weight: PATH,
    needsBody: false,
    test,
    similarity(head) {
      if (test(head)) return 1;
      const input = head.path.split('/').map(decodesSegments ? percentDecode : String);
      // All paths begin with an empty segment.
      const common = segments.filter((segment, index) => {
        const text = input[index];
        return index > 0 && text !== undefined && segment.test(text);
      }).length;
      return common / Math.max(segments.length, input.length);
    },
    explain(head, shown) {
      if (test(head)) return [];
      const expected = describeText(condition, clip);
      const hint = hintOfPath(condition, head.path, testPath);
      return [{ part: 'path', text: `expected ${expected}, got ${clip(shown.path)}${hint}` }];
    },
  };
}

/** A difference that is easily overlooked, in parentheses. */
function hintOfPath(condition: TextCondition, path: string, test: (path: string) => boolean): string {
  if (path.endsWith('/') && test(path.slice(0, -1))) return ' (a slash more at the end)';
  if (test(`${path}/`)) return ' (a slash less at the end)';
  const literal = typeof condition === 'string' ? condition : condition.is;
  if (literal === undefined) return '';
  if (percentDecode(path).toLowerCase() === literal.toLowerCase())
    return ' (differs in upper and lower case)';
  if (literal.startsWith('/bin/') && test(`${literal.split('/', 3).join('/')}${path}`))
    return ' (without the prefix of its bin)';
  const named = literal.replaceAll(/(?<=\/):(\w+)(?=\/|$)/g, '{$1}');
  if (named !== literal && problemOfTemplate(named) === undefined && compileTemplate(named).test(path))
    return ` (a part of the path is written ${named})`;
  const more = path.split('/').length - splitPath(literal).length;
  if (more === 0 || literal.endsWith('*}')) return '';
  const segments = Math.abs(more) === 1 ? '1 segment' : `${Math.abs(more)} segments`;
  return ` (${segments} ${more > 0 ? 'more' : 'fewer'})`;
}

/** The test of a path, and that of each segment of a pattern or of a literal path, for the similarity of paths. */
function compilePath(condition: Exclude<TextCondition, string>): Pick<PathTemplate, 'test'> & {
  readonly segments: readonly { test(text: string): boolean }[];
} {
  const test = compileText(condition);
  return { test: (path) => test(path) || test(decodePath(path)), segments: compileSegments(condition) };
}

function compileSegments({
  is,
  like = '',
}: Exclude<TextCondition, string>): { test(text: string): boolean }[] {
  if (is !== undefined) return splitPath(is).map((segment) => ({ test: (text) => text === segment }));
  return like.split('/').map((segment) => ({ test: compileStars(segment) }));
}

/** The path, decoded except for `%2F`, which is not a separator of segments (RFC 3986 §2.2). */
function decodePath(path: string): string {
  return percentDecode(path.replace(/%(?=2f)/gi, '%25'));
}

/** The condition that there are no parameters with other names. */
function otherParameters(names: readonly string[]): Condition<RequestHead> {
  const others = ({ query }: RequestHead) =>
    query.map(([name]) => name).filter((name) => !names.includes(name));
  return {
    name: 'query',
    weight: 1,
    needsBody: false,
    test: (head) => others(head).length === 0,
    similarity: (head) => (others(head).length === 0 ? 1 : 0),
    explain: (head) =>
      others(head)
        .slice(0, 1)
        .map((name) => ({ part: 'query', text: `expected no other parameter, got ${quote(name)}` })),
  };
}

function queryCondition(name: string, condition: ValuesCondition, weight: number): Condition<RequestHead> {
  return textCondition(
    `query ${clip(name)}`,
    condition,
    ({ query }) => query.filter(([other]) => other === name).map(([, value]) => value),
    { weight, quote, mask: (masking, value) => masking.member(name, value) },
  );
}

function cookieCondition(name: string, condition: ValuesCondition, weight: number): Condition<RequestHead> {
  return textCondition(
    `cookie ${clip(name)}`,
    condition,
    ({ headers }) =>
      cookiePairs(headers)
        .filter(([other]) => other === name)
        .map(([, value]) => value),
    { weight, quote, mask: (masking, value) => masking.field('Cookie', value) },
  );
}

function headerCondition(name: string, condition: ValuesCondition, weight: number): Condition<RequestHead> {
  return textCondition(`header ${name}`, condition, ({ headers }) => fieldValues(headers, name), {
    weight,
    quote,
    mask: (masking, value) => masking.field(name, value),
  });
}
