/** An endpoint of the original, and the tests that prove ours: the file below `src/authorizations`, and its sentence. */
export interface FamilyRow {
  readonly method: string;
  /** Below `/api/v3`. */
  readonly path: string;
  /** Why there is no such endpoint, where there is none. */
  readonly missing?: string;
  readonly tests: readonly (readonly [file: string, sentence: string])[];
}

function row(method: string, path: string, ...tests: FamilyRow['tests']): FamilyRow {
  return { method, path, tests };
}

const AUTHORIZATIONS = 'endpoints/authorizations.test.ts';
const CLIENTS = 'endpoints/authorizations-clients.test.ts';
const GRANTS = 'endpoints/applications-grants.test.ts';
const CHANGE = 'tokens/token-change.test.ts';
const TOKEN = 'endpoints/applications-token.test.ts';
const TOKENS = 'endpoints/applications-tokens.test.ts';
const GRANT = 'endpoints/applications-grant.test.ts';
const SCOPED = 'endpoints/applications-token-scoped.test.ts';
const IMPERSONATION = 'endpoints/admin-users-authorizations.test.ts';
const ADMIN_TOKENS = 'endpoints/admin-tokens.test.ts';
const ADMIN_USERS = 'endpoints/admin-users.test.ts';
const SUSPENDED = 'endpoints/users-suspended.test.ts';
const SERVICE = 'service.test.ts';

/** The whole family, by whom it serves; what stands in a list of the same name has the same credentials. */
export const familyRows: ReadonlyMap<string, readonly FamilyRow[]> = new Map([
  [
    'With the password of a user',
    [
      row(
        'GET',
        '/authorizations',
        [AUTHORIZATIONS, 'the list is an array of the own authorizations alone, without their tokens'],
        [AUTHORIZATIONS, 'a list has pages of 30, at most of 100, and what is no number counts as not said'],
      ),
      row(
        'POST',
        '/authorizations',
        [
          AUTHORIZATIONS,
          'a personal access token is made with 201, its Location, and the members in their recorded order',
        ],
        [AUTHORIZATIONS, 'an application gets a token for its id and secret, and a grant with it'],
      ),
      row('GET', '/authorizations/{authorization_id}', [
        AUTHORIZATIONS,
        'GET /authorizations/{id} answers 200 with one authorization, a tag, a date, and no token',
      ]),
      row('PATCH', '/authorizations/{authorization_id}', [
        CHANGE,
        'PATCH /authorizations/{id} answers 200 with the change, without the token, and updated_at moves',
      ]),
      row('POST', '/authorizations/{authorization_id}', [
        CHANGE,
        'POST /authorizations/{id} is the same as PATCH',
      ]),
      row('DELETE', '/authorizations/{authorization_id}', [
        AUTHORIZATIONS,
        'DELETE /authorizations/{id} answers 204, the token is dead at once, the grant stays, and once more is 404',
      ]),
      row(
        'PUT',
        '/authorizations/clients/{client_id}',
        [CLIENTS, 'the first call makes it, with its token and Location; the next finds it, without either'],
        [CLIENTS, 'fifty identical calls at once give one 201 and forty-nine 200 with the same id'],
      ),
      row('PUT', '/authorizations/clients/{client_id}/{fingerprint}', [
        CLIENTS,
        'PUT /authorizations/clients/{client_id}/{fingerprint} answers 201, then 200 with the same id and no token',
      ]),
      row('GET', '/applications/grants', [
        GRANTS,
        'the list of grants has pages and can be of one application',
      ]),
      row('GET', '/applications/grants/{grant_id}', [
        GRANTS,
        'a grant is there once for an application, with the scopes of all its tokens',
      ]),
      row('DELETE', '/applications/grants/{grant_id}', [
        GRANTS,
        'the deletion of a grant kills every token of the application, and no other token',
      ]),
    ],
  ],
  [
    'With client id and secret of an application',
    [
      row('POST', '/applications/{client_id}/token', [
        TOKEN,
        'POST /applications/{client_id}/token answers 200 with the authorization, its token in clear, and its user',
      ]),
      row(
        'PATCH',
        '/applications/{client_id}/token',
        [
          TOKEN,
          'PATCH /applications/{client_id}/token answers 200 with the same id and a new token; the old one is dead at once',
        ],
        [TOKEN, 'of fifty resets of one token at once, one is made, and its token is the one that lives'],
      ),
      row('DELETE', '/applications/{client_id}/token', [
        TOKEN,
        'DELETE /applications/{client_id}/token answers 204, the token is dead, the grant stays, and once more is 404',
      ]),
      row('DELETE', '/applications/{client_id}/grant', [
        GRANT,
        'answers 204: any token of a user ends the whole access, of this user alone',
      ]),
      row('POST', '/applications/{client_id}/token/scoped', [
        SCOPED,
        'POST /applications/{client_id}/token/scoped answers 200 with a new token that has the asked reach and no scopes',
      ]),
      row('GET', '/applications/{client_id}/tokens/{access_token}', [
        TOKENS,
        'GET /applications/{client_id}/tokens/{access_token} answers 200 with the token and its user, and 304 to a good copy',
      ]),
      row('POST', '/applications/{client_id}/tokens/{access_token}', [
        TOKENS,
        'POST /applications/{client_id}/tokens/{access_token} answers 200 with the same id and a new token',
      ]),
      row('DELETE', '/applications/{client_id}/tokens/{access_token}', [
        TOKENS,
        'DELETE /applications/{client_id}/tokens/{access_token} answers 204, and once more 404',
      ]),
      row('DELETE', '/applications/{client_id}/grants/{access_token}', [
        GRANT,
        'answers 204: any token of a user ends the whole access, of this user alone',
      ]),
      {
        ...row('DELETE', '/applications/{client_id}/tokens', [
          TOKENS,
          'DELETE /applications/{client_id}/tokens is gone: 404, and nothing is revoked',
        ]),
        missing: 'Gone since 2016-01-25: 404.',
      },
    ],
  ],
  [
    'With a token or the password of a site administrator',
    [
      row(
        'POST',
        '/admin/users/{username}/authorizations',
        [
          IMPERSONATION,
          'an impersonation token is made with 201, its Location, and the application of site administrators',
        ],
        [IMPERSONATION, 'a new one ends the one before, of this user alone'],
      ),
      row('DELETE', '/admin/users/{username}/authorizations', [IMPERSONATION, 'the token is deleted once']),
      row('GET', '/admin/tokens', [
        ADMIN_TOKENS,
        'the personal tokens of all users are listed, without the tokens',
      ]),
      row(
        'DELETE',
        '/admin/tokens/{token_id}',
        [ADMIN_TOKENS, 'a token of whichever user is deleted once'],
        [ADMIN_TOKENS, 'the token in use is not deleted'],
      ),
      row(
        'POST',
        '/admin/users',
        [ADMIN_USERS, 'a site administrator makes a user, who is shown as others see him'],
        [ADMIN_USERS, 'a login is made to fit, and one that cannot be is refused'],
      ),
      row(
        'PUT',
        '/users/{username}/suspended',
        [
          SUSPENDED,
          'a suspended user is refused with his password and with each of his tokens, wherever he calls',
        ],
        [SUSPENDED, 'nobody suspends himself, nor lets himself in again'],
      ),
      row('DELETE', '/users/{username}/suspended', [
        SUSPENDED,
        'the tokens of a suspended user stay, and are good again when the suspension ends',
      ]),
      row(
        'DELETE',
        '/admin/users/{username}',
        [ADMIN_USERS, 'a user is deleted with all that is his, named in any case'],
        [ADMIN_USERS, 'nobody deletes himself'],
      ),
    ],
  ],
  [
    'What clients need around it',
    [
      row('GET', '', [
        SERVICE,
        'the root is there with and without a slash, for everybody, with the templates clients go by',
      ]),
      row('GET', '/meta', [SERVICE, '/meta says that passwords are accepted, and which release this is']),
      row('GET', '/user', [
        SERVICE,
        '/user shows what only the user may see to his password and to tokens that may read it',
      ]),
      row('GET', '/user/emails', [
        'endpoints/user-emails.test.ts',
        'lists the address of the user, with and without a verified address',
      ]),
      row('POST', '/api/graphql', [
        'endpoints/api-graphql.test.ts',
        'answers the question of GitHub CLI for the login of the caller',
      ]),
      row('GET', '/rate_limit', [
        'endpoints/rate-limit.test.ts',
        'where nothing is counted it says so, to everybody',
      ]),
      row('GET', '/user/orgs', [
        'endpoints/user-orgs.test.ts',
        'organizations that a personal token was not allowed for are left out, and named',
      ]),
      row('GET', '/orgs/{org}', [
        'endpoints/orgs.test.ts',
        'what an application got through this interface never reaches it, even when somebody allows it',
      ]),
      row('GET', '/orgs/{org}/credential-authorizations', [
        'endpoints/orgs-credential-authorizations.test.ts',
        'the tokens that are allowed for an organization are listed, without the tokens',
      ]),
      row('DELETE', '/orgs/{org}/credential-authorizations/{credential_id}', [
        'endpoints/orgs-credential-authorizations.test.ts',
        'a token that is withdrawn reaches this organization no more, and lives on',
      ]),
    ],
  ],
]);
