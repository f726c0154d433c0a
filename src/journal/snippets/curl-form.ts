import { isUtf8 } from 'node:buffer';
import { fieldValues } from '#http/syntax/fields.ts';
import { type FormPart, parseFormParts } from './form-parts.ts';
import { quoteText } from './quoting.ts';
import { type SnippetRequest, selectPrintableText } from './request.ts';
import { MAX_ARGUMENT, printBytes } from './shell.ts';

/** A form as arguments of curl. */
export interface CurlForm {
  readonly arguments: readonly string[];
  /** A command that writes the content of the file that is not text. */
  readonly input: string | undefined;
}

/**
 * The arguments for a form, by which curl sends the same parts.
 * @returns undefined if they cannot be expressed, such as two files that are not text; the body is sent as bytes then
 */
export function formatCurlForm({ body, headers, notes }: SnippetRequest): CurlForm | undefined {
  const types = fieldValues(headers, 'Content-Type');
  if (types.length !== 1 || notes.length > 0) return undefined;
  const parts = parseFormParts(body, types[0] ?? '');
  if (!parts) return undefined;
  const written = parts.map((part) => ({ part, text: textOf(part) }));
  const [binary, ...others] = written.filter(({ text }) => text === undefined);
  // An argument has a limit of length; standard input is one file.
  if (others.length > 0 || (binary && binary.part.file === undefined)) return undefined;
  return {
    arguments: written.map(({ part, text }) => formatArgument(part, text)),
    input: binary && printBytes(binary.part.content),
  };
}

/** Undefined for content that is no argument. */
function textOf({ content }: FormPart): string | undefined {
  if (!isUtf8(content) || content.byteLength > MAX_ARGUMENT) return undefined;
  return selectPrintableText(content.toString('utf8'));
}

function formatArgument({ name, file, type }: FormPart, text: string | undefined): string {
  if (file === undefined && type === undefined) {
    const isLiteral = /[";,\\]|^[@<\s]/.test(text ?? '');
    return `${isLiteral ? '--form-string' : '-F'} ${quoteText(`${name}=${text}`)}`;
  }
  const content = text === undefined ? '@-' : quoteValue(text);
  const filename = file === undefined ? '' : `;filename=${quoteValue(file)}`;
  return `-F ${quoteText(`${name}=${content}${filename};type=${type}`)}`;
}

/** The quotes of curl's own syntax. */
function quoteValue(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
