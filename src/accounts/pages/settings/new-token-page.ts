import { button } from '#pages/components/button.ts';
import { html } from '#pages/html.ts';
import { heading } from '../components/heading.ts';
import type { FormProblem } from '../forms/problem.ts';
import type { WebContext } from '../sessions/context.ts';
import { NEW_TOKEN_PATH, TOKENS_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import { tokenFields } from './token-fields.ts';
import type { TokenDraft } from './token-form.ts';

export function newTokenView({ release }: WebContext, draft: TokenDraft, rejected?: FormProblem): View {
  return {
    title: 'New personal access token',
    section: TOKENS_PATH,
    main: ({ token }) => html`
      ${heading('New personal access token', { parent: { path: TOKENS_PATH, title: 'Personal access tokens' } })}
      <form method="post" action=${NEW_TOKEN_PATH}>
        ${token}
        ${tokenFields(draft, release, true, rejected)}
        ${button('Generate token', { kind: 'primary' })}
      </form>`,
  };
}
