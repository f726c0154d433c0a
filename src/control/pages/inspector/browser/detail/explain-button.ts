import type { Api } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { button, el } from '#pages/browser/dom.ts';
import { announce } from '#pages/browser/elements.ts';

/** A button that shows why no rule takes a request: the nearest rules, with the parts that differ. No count changes. */
export function explainButton(api: Api, id: number, output: HTMLElement): HTMLButtonElement {
  return button('Why?', () =>
    attempt(async () => {
      const { text } = await api.json<{ text: string }>('/_sparring/rules/explain', {
        method: 'POST',
        body: { request: id },
      });
      output.replaceChildren(el('pre', { tabindex: 0 }, text));
      announce(text);
    }),
  );
}
