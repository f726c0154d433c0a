import { field, inputField } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import { normaliseScopes } from '../../domain/tokens/scopes.ts';
import { toApiTime } from '../../store/api-time.ts';
import { type Form, optionalField, repeatedField } from '../forms/form.ts';
import { errorAt, type FormProblem, invalidField } from '../forms/problem.ts';
import type { WebContext } from '../sessions/context.ts';
import { readScopes, scopeFields } from './scope-fields.ts';

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
    days: release.hasExpiry && DAYS.includes(days) ? days : undefined,
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

export function toExpiry(draft: TokenDraft, now: number): string | null {
  return draft.days === undefined ? null : toApiTime(now + draft.days * DAY_MS);
}

/** The form fields of a new or existing token. */
export function tokenFields(
  html: Html,
  draft: TokenDraft,
  release: WebContext['release'],
  isNew: boolean,
  rejected?: FormProblem,
): Markup {
  return html`
    <div class="fields">
      ${inputField(html, { name: 'note', error: errorAt(rejected, 'note'), label: 'Note', hint: 'What is this token for?', value: draft.note, required: true, maxlength: MAX_NOTE_LENGTH, autocomplete: 'off' })}
      ${isNew && release.hasExpiry ? expiryField(html, draft.days) : null}
      ${scopeFields(html, draft.scopes, release)}
    </div>`;
}

function expiryField(html: Html, selected: number | undefined): Markup {
  const options = DAYS.map(
    (days) => html`<option value=${days} selected=${days === selected}>${days} days</option>`,
  );
  return field(
    html,
    { id: 'days', label: 'Expiration' },
    (attributes) =>
      html`<select name="days" ...${attributes}><option value="">No expiration</option>${options}</select>`,
  );
}

const DAYS: readonly number[] = [7, 30, 60, 90];

const DAY_MS = 24 * 60 * 60 * 1000;
