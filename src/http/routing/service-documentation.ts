import type { ContentDeclaration, DescribedResponse } from '../message/response.ts';

/** What the documentation and the OpenAPI document of a service have besides its endpoints. */
export interface ServiceDocumentation {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Descriptions of the endpoints' tags. */
  readonly tags: Readonly<Record<string, string>>;
  /** Credentials by `access` of the endpoints; `default` applies to endpoints without one. */
  readonly security?: Readonly<Record<string, Credentials>>;
  /** Content of an error by media type. */
  readonly errorContent: ContentDeclaration;
  /** Content of errors that endpoints do not declare, if different. */
  readonly otherErrorContent?: ContentDeclaration;
  /** Other representations of JSON responses to GET. */
  readonly jsonAlternatives?: ContentDeclaration;
  /** Responses by status, other than errors, to requests without an endpoint. */
  readonly otherResponses?: Readonly<Record<number, DescribedResponse>>;
  /** Whether the service rejects requests of web pages. The documentation then cannot send requests. */
  readonly isClosedToPages?: true;
}

/** The credentials for one kind of `access`. */
export interface Credentials {
  readonly description: string;
  /** OpenAPI security schemes by name. One of them suffices. */
  readonly schemes: Readonly<Record<string, object>>;
  /** Whether requests without credentials are served, too. */
  readonly isOptional?: boolean;
  /** Whether the client may choose any, instead of those of an account. */
  readonly isArbitrary?: boolean;
}
