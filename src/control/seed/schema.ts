import { type Static, Type } from 'typebox';
import { checkAgainst, type PlaceOf } from '#config/check.ts';
import { RuleInput } from '#rules/rule.ts';
import { UnmatchedModeInput } from '#rules/unmatched/unmatched-mode.ts';
import { labSeedSchemas } from '#testing/labs/index.ts';

// A description follows "must be". Error messages and the reference use it.
const Login = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,38}$',
  description: '1 to 39 letters, digits, dashes, dots and underscores, the first a letter or a digit',
});

const Password = Type.String({
  // RFC 7617 §2: no control characters.
  pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]{1,200}$',
  description: '1 to 200 characters, none of them a control character',
});

const Line = (subject: string) =>
  Type.Union([Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]{1,255}$' }), Type.Null()], {
    description: `${subject} of 1 to 255 characters on one line, or null`,
  });

const ClientId = Type.String({
  pattern: '^(?!0{20}$)[A-Za-z0-9._-]{1,20}$',
  description: '1 to 20 letters, digits, dots, dashes and underscores, but not twenty zeros',
});

const ClientSecret = Type.String({
  pattern: '^[!-~]{8,40}$',
  description: '8 to 40 visible ASCII characters',
});

const WebUrl = { pattern: '^https?://[^\\s\\u0000-\\u001f\\ud800-\\udfff]{1,1000}$' };

const WebUrlOrNull = Type.Union([Type.String(WebUrl), Type.Null()], {
  description: 'a URL that begins with http:// or https://, or null',
});

const YesOrNo = Type.Boolean({ description: 'true or false' });

const Method = { description: 'app or sms' };

export const SeedTwoFactorApp = Type.Object(
  {
    method: Type.Literal('app', Method),
    secret: Type.String({
      pattern: '^[A-Za-z2-7]{16,128}=*$',
      description: 'the secret in base32, at least 16 letters and digits from 2 to 7',
    }),
  },
  { additionalProperties: false },
);

export const SeedTwoFactorSms = Type.Object(
  {
    method: Type.Literal('sms', Method),
    phone: Type.String({
      pattern: '^\\+[1-9][0-9]{3,14}$',
      description: 'a telephone number of a plus sign and up to 15 digits, such as +15550100',
    }),
  },
  { additionalProperties: false },
);

export const SeedUser = Type.Object(
  {
    login: Login,
    password: Password,
    name: Type.Optional(Line('a name')),
    email: Type.Optional(Line('an e-mail address')),
    two_factor: Type.Optional(
      Type.Union([SeedTwoFactorApp, SeedTwoFactorSms, Type.Null()], {
        description: '{ method: app, secret: … }, { method: sms, phone: "+…" } or null',
      }),
    ),
    site_admin: Type.Optional(YesOrNo),
    email_verified: Type.Optional(YesOrNo),
    suspended: Type.Optional(YesOrNo),
  },
  { additionalProperties: false },
);

export const SeedApplication = Type.Object(
  {
    name: Type.String({
      pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]{1,255}$',
      description: 'a name of 1 to 255 characters on one line',
    }),
    url: Type.String({ ...WebUrl, description: 'a URL that begins with http:// or https://' }),
    client_id: ClientId,
    client_secret: ClientSecret,
    owner: Type.Optional(Type.Union([Login, Type.Null()], { description: "a user's login, or null" })),
    description: Type.Optional(Line('a description')),
    callback_url: Type.Optional(WebUrlOrNull),
  },
  { additionalProperties: false },
);

export const SeedOrganization = Type.Object(
  {
    login: Login,
    name: Type.Optional(Line('a name')),
    members: Type.Optional(Type.Array(Login, { description: 'a list of logins' })),
    saml: Type.Optional(
      Type.Union([Type.Literal('off'), Type.Literal('enforced')], { description: 'off or enforced' }),
    ),
  },
  { additionalProperties: false },
);

export const SeedAuthorization = Type.Object(
  {
    user: Login,
    client_id: Type.Optional(ClientId),
    token: Type.String({ pattern: '^[!-~]{16,255}$', description: '16 to 255 visible ASCII characters' }),
    scopes: Type.Optional(
      Type.Array(Type.String({ description: 'the name of a scope' }), { description: 'a list of scopes' }),
    ),
    note: Type.Optional(Line('a note')),
    note_url: Type.Optional(WebUrlOrNull),
    fingerprint: Type.Optional(Line('a fingerprint')),
    organizations: Type.Optional(
      Type.Array(Login, { description: 'a list of organizations that the token is allowed for' }),
    ),
  },
  { additionalProperties: false },
);

/** The content of a seed file: users, applications, organizations, and tokens in clear text. */
export const SeedData = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: 'the URL of this schema, for editors' })),
    users: Type.Optional(Type.Array(SeedUser, { description: 'a list of users' })),
    applications: Type.Optional(Type.Array(SeedApplication, { description: 'a list of applications' })),
    organizations: Type.Optional(Type.Array(SeedOrganization, { description: 'a list of organizations' })),
    authorizations: Type.Optional(Type.Array(SeedAuthorization, { description: 'a list of authorizations' })),
    ...labSeedSchemas,
    rules: Type.Optional(
      Type.Array(RuleInput, { maxItems: 1000, description: 'a list of at most 1000 rules' }),
    ),
    unmatched: Type.Optional(
      Type.Array(UnmatchedModeInput, {
        maxItems: 1000,
        description: 'a list of { mode: … } and { bin: …, mode: … }',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: `an object with users, applications, organizations, authorizations, ${Object.keys(labSeedSchemas).join(', ')}, rules and unmatched`,
  },
);

export type SeedUser = Static<typeof SeedUser>;
export type SeedApplication = Static<typeof SeedApplication>;
export type SeedOrganization = Static<typeof SeedOrganization>;
export type SeedAuthorization = Static<typeof SeedAuthorization>;
export type SeedData = Static<typeof SeedData>;

/** @throws UsageError with the place of the first error. */
export function checkSeed(data: unknown, placeOf: PlaceOf): SeedData {
  return checkAgainst(SeedData, data, placeOf);
}

/** The JSON Schema document of seed files, for editors. */
export function buildSeedSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Seed file of Sparring',
    ...SeedData,
  };
}
