import type { Authorization, Organization } from '../../store/index.ts';
import type { ConfirmedAction } from '../shell/confirmation-form.ts';
import { buildTokenPath, TOKENS_PATH } from '../shell/paths.ts';

/** The note of a token, or its last characters. */
export function tokenName({ note, tokenLastEight }: Authorization): string {
  return note || `token that ends in ${tokenLastEight}`;
}

export function regeneration(token: Authorization): ConfirmedAction {
  return {
    path: buildTokenPath(token.id),
    action: 'regenerate',
    summary: 'Regenerate',
    object: tokenName(token),
    consequence:
      'The token gets a new value, and keeps its note and scopes. Clients that use the current value stop working.',
    button: 'Regenerate token',
  };
}

export function deletion(token: Authorization): ConfirmedAction {
  return {
    path: buildTokenPath(token.id),
    action: 'delete',
    summary: 'Delete',
    object: tokenName(token),
    consequence: 'Clients that use this token stop working.',
    button: 'Delete token',
  };
}

export function withdrawal(token: Authorization, { login, name }: Organization): ConfirmedAction {
  return {
    path: buildTokenPath(token.id),
    action: 'withdraw',
    fields: { organization: login },
    summary: 'Revoke',
    object: `the authorization for ${name ?? login}`,
    consequence: 'Clients that use this token for the organization stop working. You can authorize it again.',
    button: 'Revoke authorization',
  };
}

export const DELETE_ALL: ConfirmedAction = {
  path: TOKENS_PATH,
  summary: 'Delete all',
  consequence: 'Clients that use one of these tokens stop working.',
  button: 'Delete all personal access tokens',
};
