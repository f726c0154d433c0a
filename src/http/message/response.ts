import { type TSchema, Type } from 'typebox';

/** Schemas of content by media type or media range, such as `text/html` or `image/*`. */
export type ContentDeclaration = Readonly<Record<string, TSchema>>;

/** A response whose content is not JSON, or whose meaning its schema does not describe. */
export interface DescribedResponse {
  readonly kind: 'response';
  readonly description: string;
  /** Without a media type: a response without content. */
  readonly content: ContentDeclaration;
}

/**
 * What an endpoint declares of a response: the schema of its JSON, a described response, or a sentence. From status 400
 * up, a sentence describes an error in the error format of the service; below, a response without content.
 */
export type ResponseDeclaration = TSchema | DescribedResponse | string;

/**
 * Responses by status. `3XX` is of every other redirect. `default` is of every status that is not named, and replaces
 * the errors of the service.
 */
export type ResponseDeclarations = {
  readonly [status: number]: ResponseDeclaration;
  readonly '3XX'?: ResponseDeclaration;
  readonly default?: ResponseDeclaration;
};

/** Content of any kind, JSON included. */
export const AnyContent = Type.Unknown();

/** Content that is text. */
export const TextContent = Type.String();

/** Content that is bytes, in the notation that client generators support. */
export const BinaryContent = Type.String({ format: 'binary' });

export function describedResponse(description: string, content: ContentDeclaration): DescribedResponse {
  return { kind: 'response', description, content };
}

export function emptyResponse(description: string): DescribedResponse {
  return describedResponse(description, {});
}

export function htmlResponse(description: string): DescribedResponse {
  return describedResponse(description, { 'text/html': TextContent });
}

/** A redirect, alone or with a page that links to its target (RFC 9110 §15.4). */
export function redirectResponse(description: string): DescribedResponse {
  return htmlResponse(description);
}

export function textResponse(description: string, mediaType = 'text/plain'): DescribedResponse {
  return describedResponse(description, { [mediaType]: TextContent });
}

export function binaryResponse(description: string, ...mediaTypes: readonly string[]): DescribedResponse {
  const types = mediaTypes.length > 0 ? mediaTypes : ['application/octet-stream'];
  return describedResponse(description, Object.fromEntries(types.map((type) => [type, BinaryContent])));
}

/** A response of the client's choice, with any content or none. */
export function anyResponse(description: string): DescribedResponse {
  return describedResponse(description, { '*/*': AnyContent });
}

export function isDescribed(response: ResponseDeclaration): response is DescribedResponse {
  return typeof response === 'object' && 'kind' in response && response.kind === 'response';
}
