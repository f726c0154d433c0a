import type { Authorization, Organization } from '../../store/index.ts';
import { formatUse } from '../components/times.ts';
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
    question: `Regenerate ${quoteName(token)}?`,
    consequence:
      'The token gets a new value, and keeps its note and scopes. Clients that use the current value stop working.',
    button: 'Regenerate token',
  };
}

export function deletion(token: Authorization, now: number): ConfirmedAction {
  return {
    path: buildTokenPath(token.id),
    action: 'delete',
    summary: 'Delete',
    object: tokenName(token),
    question: `Delete ${quoteName(token)}?`,
    consequence: `Clients that use it get 401 from then on. It was ${formatUse(token.lastUsedAt, now)}. This cannot be undone.`,
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
    question: `Revoke the authorization for ${name ?? login}?`,
    consequence: 'Clients that use this token for the organization stop working. You can authorize it again.',
    button: 'Revoke authorization',
  };
}

/** @param count of the tokens; without it, all of them */
export function deletionOfAll(count?: number): ConfirmedAction {
  return {
    path: TOKENS_PATH,
    summary: count === undefined ? 'Delete all' : `Delete all ${count}`,
    question: 'Delete all personal access tokens?',
    consequence: 'Clients that use one of them get 401 from then on. This cannot be undone.',
    button: 'Delete all personal access tokens',
  };
}

function quoteName(token: Authorization): string {
  return token.note ? `“${token.note}”` : `the ${tokenName(token)}`;
}
