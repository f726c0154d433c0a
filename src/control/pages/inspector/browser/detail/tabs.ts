import { el } from '#pages/browser/dom.ts';

export interface Tab {
  readonly name: string;
  readonly content: () => HTMLElement;
}

/** Tabs of which one panel is visible (ARIA Authoring Practices, pattern "Tabs"). */
export function createTabs(
  label: string,
  tabs: readonly Tab[],
  selected: string,
  onSelect: (name: string) => void,
): HTMLElement {
  const list = el('div', { class: 'tabs', role: 'tablist', 'aria-label': label });
  const panel = el('div', { role: 'tabpanel', id: 'tab-panel', tabindex: 0 });
  const buttons = tabs.map(({ name }) =>
    el(
      'button',
      { type: 'button', role: 'tab', id: `tab-${name.toLowerCase()}`, 'aria-controls': 'tab-panel' },
      name,
    ),
  );
  const select = (index: number) => {
    const tab = tabs[index];
    if (!tab) return;
    buttons.forEach((each, at) => {
      each.setAttribute('aria-selected', String(at === index));
      each.tabIndex = at === index ? 0 : -1;
    });
    panel.setAttribute('aria-labelledby', buttons[index]?.id ?? '');
    panel.replaceChildren(tab.content());
    onSelect(tab.name);
  };
  buttons.forEach((each, index) => {
    each.addEventListener('click', () => select(index));
  });
  list.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const current = buttons.findIndex((each) => each.getAttribute('aria-selected') === 'true');
    const next = (current + step + buttons.length) % buttons.length;
    select(next);
    buttons[next]?.focus();
  });
  list.append(...buttons);
  select(
    Math.max(
      0,
      tabs.findIndex(({ name }) => name === selected),
    ),
  );
  return el('div', {}, list, panel);
}
