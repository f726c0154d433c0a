import type { ReleaseName } from '#config/settings/release-names.ts';

/** The differences between the releases of the original that clients can observe. */
export interface ReleaseProfile {
  readonly name: ReleaseName;
  /** Value of `installed_version` and `X-GitHub-Enterprise-Version`; undefined on github.com, which has neither. */
  readonly enterpriseVersion: string | undefined;
  /** Forty hexadecimal characters, or a prefix by kind, random characters and a checksum. */
  readonly tokenFormat: 'hexadecimal' | 'prefixed';
  /** Whether an authorization shows when its token expires. */
  readonly hasExpiry: boolean;
  /** Whether lists have the filter `client_id`. */
  readonly hasClientIdFilter: boolean;
  /** Whether a personal access token must have a note. */
  readonly isNoteRequired: boolean;
  /** Whether the device flow (RFC 8628) exists. */
  readonly hasDeviceFlow: boolean;
  /** Whether applications can send a token in the body; in the path they always can. */
  readonly hasTokenEndpoints: boolean;
  /** Whether an application can restrict a token to some repositories. */
  readonly hasScopedTokens: boolean;
  /** Whether the endpoints of site administrators exist. */
  readonly hasAdministration: boolean;
  /** Scopes that this release does not have. */
  readonly unknownScopes: readonly string[];
  /** Calls per hour of one user; 0 without rate limits. The setting `rate-limit` overrides it. */
  readonly rateLimit: number;
  /** The format of request IDs: UUIDs, or groups of hexadecimal digits. */
  readonly requestId: 'uuid' | 'groups';
  /** Whether responses count the used calls in `X-RateLimit-Used`. */
  readonly hasUsedCalls: boolean;
  /** The name of a note in errors. */
  readonly noteField: 'description' | 'note';
  /** Response headers that scripts of other origins may read. */
  readonly exposedFields: readonly string[];
  /** URL of the `app` of a personal access token without a `note_url`. */
  readonly personalTokenUrl: string;
  /** Maps a page of 3.0, which endpoints and errors name, to the page of this release. */
  documentation(url: string): string;
}
