import { checkbox } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import { type ScopeDescription, scopeTree, unknownScopes } from '../../domain/tokens/scopes.ts';
import type { Form } from '../forms/form.ts';
import type { WebContext } from '../sessions/context.ts';

/** The tree of scopes, each with a checkbox and its meaning. */
export function scopeFields(
  html: Html,
  selected: readonly string[],
  { unknownScopes }: WebContext['release'],
): Markup {
  const held = new Set(selected);
  const branch = (words: readonly ScopeDescription[]): Markup | null => {
    const known = words.filter(({ scope }) => !unknownScopes.includes(scope));
    if (known.length === 0) return null;
    return html`
      <ul class="scopes">${known.map(
        ({ scope, meaning, children }) => html`
          <li>
            ${checkbox(
              html,
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

/** The selected scopes that exist in this release. */
export function readScopes(form: Form, release: WebContext['release']): string[] {
  const selected = form.all('scope');
  const unknown = new Set(unknownScopes(selected, release.unknownScopes));
  return selected.filter((scope) => !unknown.has(scope));
}
