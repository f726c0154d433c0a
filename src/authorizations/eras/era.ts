/** In what the releases of the original differ, as far as a client can see. */
export interface Era {
  readonly name: EraName;
  /** What `installed_version` and `X-GitHub-Enterprise-Version` say; undefined on github.com, which has neither. */
  readonly enterpriseVersion: string | undefined;
  /** Forty hexadecimal characters, or a prefix that tells the kind and a checksum at the end. */
  readonly tokenFormat: 'hexadecimal' | 'prefixed';
  /** Whether an authorization tells when its token expires. */
  readonly hasExpiry: boolean;
  /** Whether lists can be narrowed to one application by `client_id`. */
  readonly hasClientIdFilter: boolean;
  /** Whether a personal access token must have a note. */
  readonly isNoteRequired: boolean;
  /** Whether devices can ask for a token (RFC 8628). */
  readonly hasDeviceFlow: boolean;
  /** Whether applications can send the token they ask about in the body; in the path they always can. */
  readonly hasTokenEndpoints: boolean;
  /** Whether an application can cut a token's reach down to some repositories. */
  readonly hasScopedTokens: boolean;
  /** Whether there are site administrators, who can do more than others. */
  readonly hasAdministration: boolean;
  /** Scopes that this release does not know: not yet, or not at all. */
  readonly unknownScopes: readonly string[];
  /** Calls an hour of one user; 0 where nothing is counted unless the operator says so. */
  readonly rateLimit: number;
  /** Whether request ids are UUIDs, or groups of hexadecimal digits. */
  readonly requestId: 'uuid' | 'groups';
  /** Fields of answers that scripts of other origins may read. */
  readonly exposedFields: readonly string[];
  /** What the `app` of a personal access token without a `note_url` has for its URL. */
  readonly personalTokenUrl: string;
  /** The page of this release for a page of 3.0: endpoints and refusals name the latter. */
  documentation(url: string): string;
}

export const eraNames = [
  'ghes-2.18',
  'ghes-2.22',
  'ghes-3.0',
  'ghes-3.1',
  'ghes-3.2',
  'github-2020',
] as const;

export type EraName = (typeof eraNames)[number];
