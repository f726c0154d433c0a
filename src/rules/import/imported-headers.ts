import { HttpError } from '#http/errors/errors.ts';
import { type Field, type Fields, isSameName } from '#http/syntax/fields.ts';
import { escapeNonAscii } from '#http/syntax/percent.ts';
import type { Limits } from '#testing/responses/composition/compose-plan.ts';
import { checkClientHeaders, isConnectionField } from '#testing/responses/headers/client-headers.ts';
import { DirectiveError } from '#testing/responses/syntax/directive-error.ts';
import { parseHeaderLine } from '#testing/responses/syntax/header-directives.ts';
import { type OwnUrls, type ReferenceBase, relativeReference } from './own-urls.ts';

export interface HeaderOptions {
  readonly own: OwnUrls;
  /** Whether cookies of responses are kept. */
  readonly keepsSecrets: boolean;
  readonly limits: Limits;
}

/** Headers of a response, and what differs from the record: clauses about the rule. */
export interface ImportedHeaders {
  /** The path of a redirect within the rules. */
  readonly redirect: string | undefined;
  readonly headers: Field[];
  readonly notes: readonly string[];
}

/** Headers that this server sets itself, and that of the content, which has a directive. */
const OF_SERVER: ReadonlySet<string> = new Set(['content-encoding', 'content-type', 'date']);

/** Maximum number of header fields of a response. One place is for the Content-Type. */
const MAX_FIELDS = 63;

/** The headers of a recorded response. Its framing, its connection and its time are those of this server. */
export function buildHeaders(fields: Fields, base: ReferenceBase, options: HeaderOptions): ImportedHeaders {
  const notes: string[] = [];
  const headers: Field[] = [];
  let redirect: string | undefined;
  for (const [name, value] of fields) {
    if (name.startsWith(':') || isConnectionField(name) || OF_SERVER.has(name.toLowerCase())) continue;
    if (isSameName(name, 'Alt-Svc')) {
      notes.push('leaves out Alt-Svc, which names other servers');
      continue;
    }
    if (isSameName(name, 'Set-Cookie') && !options.keepsSecrets) {
      notes.push('leaves out Set-Cookie, which `secrets: keep` (--keep-cookies) keeps');
      continue;
    }
    if (isSameName(name, 'Location') && redirect === undefined) {
      redirect = redirectOf(value, base, options.own);
      if (redirect !== undefined) {
        if (redirect !== value) notes.push('sends Location as a path of the rules');
        continue;
      }
    }
    const rewritten = encodeValue(name, rewrite(name, value, base, options.own, notes), notes);
    const problem = problemOfHeader([name, rewritten], options.limits);
    if (problem === undefined) headers.push([name, rewritten]);
    else notes.push(`leaves out ${name.slice(0, 100)}: ${problem}`);
  }
  const count = MAX_FIELDS - (redirect === undefined ? 0 : 1);
  if (headers.length > count)
    notes.push(`leaves out ${headers.length - count} headers after the first ${count}`);
  return { redirect, headers: headers.slice(0, count), notes };
}

/** A target that stays in the bin of a request; undefined for one that leads elsewhere, or that clients resolve to it. */
function redirectOf(value: string, base: ReferenceBase, own: OwnUrls): string | undefined {
  const target = own.resolve(value, base);
  if (target?.kind !== 'rules') return undefined;
  return isUnchanged(value, target.path, base) ? undefined : target.path;
}

/** Whether a relative path leads to the target from the path of the rule, too. */
function isUnchanged(value: string, target: string, { path }: ReferenceBase): boolean {
  if (/^(?:[/\\]|[a-z][\w+.-]*:)/i.test(value)) return false;
  const resolved = URL.parse(value, `http://a${path}`);
  return resolved !== null && `${resolved.pathname}${resolved.search}${resolved.hash}` === target;
}

/** The value without URLs of the recorded services, as far as references of it are known. */
function rewrite(name: string, value: string, base: ReferenceBase, own: OwnUrls, notes: string[]): string {
  const relate = (reference: string) => {
    const target = own.resolve(reference, base);
    if (target?.kind === 'rules' && !isUnchanged(reference, target.path, base)) {
      notes.push(`sends a URL in ${name} as a path of the rules`);
      return relativeReference(base.path, target.path);
    }
    if (target?.kind === 'beside') notes.push(`keeps ${name}, which leads to ${target.about}`);
    return reference;
  };
  switch (name.toLowerCase()) {
    // The target of a redirect is percent-encoded when it is sent.
    case 'location': {
      const escaped = escapeNonAscii(relate(value));
      if (/[^\0-\x7f]/.test(value)) notes.push(`sends ${name} percent-encoded`);
      return escaped;
    }
    case 'content-location':
      return relate(value);
    case 'link':
      return value.replace(/<([^<>]*)>/g, (_, reference: string) => `<${relate(reference)}>`);
    case 'refresh':
      return value.replace(
        /^( *\d+ *[;,] *url *= *)(\S.*)$/i,
        (_, before: string, reference: string) => before + relate(reference),
      );
    default: {
      const origin = own.find(value);
      if (origin !== undefined) notes.push(`keeps a URL of ${origin} in ${name}`);
      return value;
    }
  }
}

/** A character of a value is a byte; others are text that the recorder decoded. */
function encodeValue(name: string, value: string, notes: string[]): string {
  if (!/[^\0-\xff]/.test(value)) return value;
  notes.push(`sends ${name} in UTF-8`);
  return Buffer.from(value).toString('latin1');
}

/** Why a response cannot have the header; undefined for one that it can have. */
export function problemOfHeader([name, value]: Field, limits: Limits): string | undefined {
  try {
    checkClientHeaders([parseHeaderLine(`${name}: ${value}`)], limits);
    return undefined;
  } catch (error) {
    if (error instanceof HttpError || error instanceof DirectiveError)
      return error.message.replace(/\.$/, '');
    throw error;
  }
}
