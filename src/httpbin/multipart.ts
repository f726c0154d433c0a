import type { Dicer } from '@fastify/busboy';
import { HttpError } from '../http/errors.ts';
import { parseParameterised } from './parameterised.ts';

/** One part of a `multipart/form-data` body (RFC 7578). */
export interface Part {
  readonly name: string;
  readonly isFile: boolean;
  /** As the part itself says it. */
  readonly contentType: string | undefined;
  readonly content: Buffer;
}

/** Compat: as many as Werkzeug reads. */
const MOST_PARTS = 1000;

/**
 * Cuts a body into its parts.
 * @returns undefined when it is broken: without an end, or with a part that says nothing of itself.
 * @throws HttpError 413 when there are more parts than are read.
 */
export async function readMultipart(body: Buffer, boundary: string): Promise<readonly Part[] | undefined> {
  const { Dicer } = await import('@fastify/busboy');
  const parts = await collectParts(new Dicer({ boundary }), body);
  return parts?.every((part) => part !== undefined) ? parts.filter((part) => part.name !== '') : undefined;
}

function collectParts(dicer: Dicer, body: Buffer): Promise<(Part | undefined)[] | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Promise<Part | undefined>[] = [];
    dicer.on('part', (stream) => {
      if (parts.length === MOST_PARTS) reject(tooManyParts());
      if (parts.length < MOST_PARTS) parts.push(readPart(stream));
      else stream.on('error', ignore).resume();
    });
    dicer.on('error', () => resolve(undefined));
    dicer.on('finish', () => resolve(Promise.all(parts)));
    dicer.end(body);
  });
}

function readPart(stream: Dicer.PartStream): Promise<Part | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let head: object = {};
    stream.on('header', (header) => {
      head = header;
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', () => resolve(undefined));
    stream.on('end', () => resolve(toPart(head, Buffer.concat(chunks))));
  });
}

function toPart(head: object, content: Buffer): Part | undefined {
  const disposition = fieldOf(head, 'content-disposition');
  if (disposition === undefined) return undefined;
  const { parameters } = parseParameterised(disposition);
  return {
    name: parameters.get('name') ?? '',
    isFile: parameters.has('filename'),
    contentType: fieldOf(head, 'content-type'),
    content,
  };
}

/** The parser gives each field's values as lists, and bytes as characters up to U+00FF. */
function fieldOf(head: object, name: string): string | undefined {
  const values: unknown = Reflect.get(head, name);
  const value: unknown = Array.isArray(values) ? values[0] : undefined;
  return typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8').trim() : undefined;
}

function tooManyParts(): HttpError {
  return new HttpError(413, `The body has more than ${MOST_PARTS} parts, the most this server reads.`);
}

function ignore(): void {}
