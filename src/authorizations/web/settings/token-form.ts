import type { Html, Markup } from '../../../http/pages/page.ts';
import { toApiTime } from '../../answers/api-time.ts';
import { normaliseScopes } from '../../tokens/scopes.ts';
import type { WebContext } from '../context.ts';
import { type Form, optionalField, repeatedField } from '../forms/form.ts';
import { readScopes, scopeFields } from './scope-fields.ts';

/** The fields of the form. */
export const tokenFormFields = { note: optionalField(), scope: repeatedField() };

/** What the page of a personal access token is about. */
export interface TokenDraft {
  readonly note: string;
  readonly scopes: readonly string[];
  /** Days until it ends; undefined for one that never does. */
  readonly days: number | undefined;
}

export const LONGEST_NOTE = 255;

export function readTokenDraft(form: Form, era: WebContext['era']): TokenDraft {
  const days = Number(form.text('days'));
  return {
    note: form.text('note'),
    scopes: normaliseScopes(readScopes(form, era)),
    days: era.hasExpiry && DAYS.includes(days) ? days : undefined,
  };
}

/** Why the draft cannot be a token, in words for the page. */
export function problemOfDraft({ note }: TokenDraft): string | undefined {
  if (note === '') return 'A note is needed: what is the token for?';
  return note.length > LONGEST_NOTE ? `The note is longer than ${LONGEST_NOTE} characters.` : undefined;
}

export function toExpiry(draft: TokenDraft, now: number): string | null {
  return draft.days === undefined ? null : toApiTime(now + draft.days * DAY);
}

/** The fields that a new token and one that is changed have in common. */
export function tokenFields(html: Html, draft: TokenDraft, era: WebContext['era'], isNew: boolean): Markup {
  return html`
    <div class="fields">
      <label>Note <small>What is this token for?</small>
        <input name="note" value=${draft.note} required maxlength=${LONGEST_NOTE} autocomplete="off" /></label>
      ${isNew && era.hasExpiry ? expiryField(html, draft.days) : null}
      ${scopeFields(html, draft.scopes, era)}
    </div>`;
}

function expiryField(html: Html, chosen: number | undefined): Markup {
  const options = DAYS.map(
    (days) => html`<option value=${days} selected=${days === chosen}>${days} days</option>`,
  );
  return html`<label>Expiration <select name="days"><option value="">Never</option>${options}</select></label>`;
}

const DAYS: readonly number[] = [7, 30, 60, 90];

/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1000;
