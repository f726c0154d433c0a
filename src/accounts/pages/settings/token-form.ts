import { normaliseScopes, unknownScopes } from '../../domain/tokens/scopes.ts';
import { formatApiTime } from '../../store/api-time.ts';
import { type Form, optionalField, repeatedField } from '../forms/form.ts';
import { type FormProblem, invalidField } from '../forms/problem.ts';
import type { WebContext } from '../sessions/context.ts';

export const tokenFormFields = { note: optionalField(), scope: repeatedField() };

/** The properties of a personal access token that the user can choose. */
export interface TokenDraft {
  readonly note: string;
  readonly scopes: readonly string[];
  /** Days until the token expires; undefined for no expiry. */
  readonly days: number | undefined;
}

export const MAX_NOTE_LENGTH = 255;

export function readTokenDraft(form: Form, release: WebContext['release']): TokenDraft {
  const days = Number(form.text('days'));
  return {
    note: form.text('note'),
    scopes: normaliseScopes(readScopes(form, release)),
    days: release.hasExpiry && LIFETIME_DAYS.includes(days) ? days : undefined,
  };
}

/** The reason why the draft is rejected; undefined for a valid one. */
export function findTokenProblem({ note }: TokenDraft): FormProblem | undefined {
  if (note === '') return invalidField('note', 'The note is required.');
  return note.length > MAX_NOTE_LENGTH
    ? invalidField('note', `The note must have at most ${MAX_NOTE_LENGTH} characters.`)
    : undefined;
}

/** The problem of a note that another token has. */
export const noteTaken: FormProblem = invalidField('note', 'Another token has this note.');

export function formatExpiry(draft: TokenDraft, now: number): string | null {
  return draft.days === undefined ? null : formatApiTime(now + draft.days * DAY_MS);
}

/** The lifetimes that the form offers. */
export const LIFETIME_DAYS: readonly number[] = [7, 30, 60, 90];

const DAY_MS = 24 * 60 * 60 * 1000;

/** The selected scopes that exist in this release. */
function readScopes(form: Form, release: WebContext['release']): string[] {
  const selected = form.all('scope');
  const unknown = new Set(unknownScopes(selected, release.unknownScopes));
  return selected.filter((scope) => !unknown.has(scope));
}
