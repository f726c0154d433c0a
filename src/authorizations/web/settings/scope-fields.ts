import type { Html, Markup } from '../../../http/pages/page.ts';
import { type ScopeWords, scopeTree } from '../../tokens/scope-words.ts';
import { unknownScopes } from '../../tokens/scopes.ts';
import type { WebContext } from '../context.ts';
import type { Form } from '../forms/form.ts';

/** The tree of scopes to tick, each with what it means. */
export function scopeFields(
  html: Html,
  chosen: readonly string[],
  { unknownScopes }: WebContext['era'],
): Markup {
  const held = new Set(chosen);
  const branch = (words: readonly ScopeWords[]): Markup | null => {
    const known = words.filter(({ scope }) => !unknownScopes.includes(scope));
    if (known.length === 0) return null;
    return html`
      <ul class="scopes">${known.map(
        ({ scope, meaning, children }) => html`
          <li>
            <label class="tick"><input type="checkbox" name="scope" value=${scope} checked=${held.has(scope)} />
              <span><code>${scope}</code> <small>${meaning}</small> <small class="implied">Included above</small></span></label>
            ${branch(children)}
          </li>`,
      )}</ul>`;
  };
  return html`
    <fieldset>
      <legend>Scopes</legend>
      <p class="soft">A scope includes the scopes below it. Without any, the token reads public information only.</p>
      ${branch(scopeTree)}
    </fieldset>`;
}

/** The scopes that were ticked, as far as they are scopes of this release. */
export function readScopes(form: Form, era: WebContext['era']): string[] {
  const ticked = form.all('scope');
  const unknown = new Set(unknownScopes(ticked, era.unknownScopes));
  return ticked.filter((scope) => !unknown.has(scope));
}
