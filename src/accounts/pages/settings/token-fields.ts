import { checkbox } from '#pages/components/checkbox.ts';
import { field, inputField, select } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import { type ScopeDescription, scopeTree } from '../../domain/tokens/scopes.ts';
import { errorAt, type FormProblem } from '../forms/problem.ts';
import type { WebContext } from '../sessions/context.ts';
import { LIFETIME_DAYS, MAX_NOTE_LENGTH, type TokenDraft } from './token-form.ts';

/** The tree of scopes, each with a checkbox and its meaning. */
function scopeFields(selected: readonly string[], { unknownScopes }: WebContext['release']): Markup {
  const held = new Set(selected);
  const branch = (words: readonly ScopeDescription[]): Markup | null => {
    const known = words.filter(({ scope }) => !unknownScopes.includes(scope));
    if (known.length === 0) return null;
    return html`
      <ul class="scopes">${known.map(
        ({ scope, meaning, children }) => html`
          <li>
            ${checkbox(
              { name: 'scope', value: scope, checked: held.has(scope) },
              html`<code>${scope}</code> <small>${meaning}</small> <small class="implied">Included above</small>`,
            )}
            ${branch(children)}
          </li>`,
      )}</ul>`;
  };
  return html`
    <fieldset>
      <legend>Scopes</legend>
      <p class="soft">A scope includes the scopes below it. A token without scopes can read public information only.</p>
      ${branch(scopeTree)}
    </fieldset>`;
}

/** The form fields of a new or existing token. */
export function tokenFields(
  draft: TokenDraft,
  release: WebContext['release'],
  isNew: boolean,
  rejected?: FormProblem,
): Markup {
  return html`
    <div class="fields">
      ${inputField({ name: 'note', error: errorAt(rejected, 'note'), label: 'Note', hint: 'What is this token for?', value: draft.note, required: true, maxlength: MAX_NOTE_LENGTH, autocomplete: 'off' })}
      ${isNew && release.hasExpiry ? expiryField(draft.days) : null}
      ${scopeFields(draft.scopes, release)}
    </div>`;
}

function expiryField(selected: number | undefined): Markup {
  const options = LIFETIME_DAYS.map(
    (days) => html`<option value=${days} selected=${days === selected}>${days} days</option>`,
  );
  return field({ id: 'days', label: 'Expiration' }, (attributes) =>
    select({ name: 'days', ...attributes }, html`<option value="">No expiration</option>${options}`),
  );
}
