/**
 * Makes tabs of the links of elements with `data-tabs`, each of which names a part of the page (ARIA Authoring Practices,
 * pattern "Tabs"): one part is visible, arrow keys move between the tabs, and `[` and `]` do so from everywhere outside of fields.
 */
export function enableTabs(root: ParentNode = document): void {
  for (const list of root.querySelectorAll<HTMLElement>('[data-tabs]')) {
    const tabs = [...list.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
    const panels = tabs.map((tab) => document.getElementById(tab.hash.slice(1)));
    const select = (index: number, hasFocus = true) => {
      for (const [at, tab] of tabs.entries()) {
        tab.ariaSelected = String(at === index);
        tab.tabIndex = at === index ? 0 : -1;
        panels[at]?.toggleAttribute('hidden', at !== index);
      }
      if (hasFocus) tabs[index]?.focus();
    };
    const move = (step: number, hasFocus: boolean) => {
      const current = tabs.findIndex((tab) => tab.ariaSelected === 'true');
      select((current + step + tabs.length) % tabs.length, hasFocus);
    };
    list.role = 'tablist';
    for (const [index, tab] of tabs.entries()) {
      const panel = panels[index];
      tab.role = 'tab';
      tab.id ||= `tab-${panel?.id ?? index}`;
      tab.setAttribute('aria-controls', panel?.id ?? '');
      panel?.setAttribute('role', 'tabpanel');
      panel?.setAttribute('aria-labelledby', tab.id);
      tab.addEventListener('click', (event) => {
        event.preventDefault();
        select(index);
      });
    }
    list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      move(step, true);
    });
    document.addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
      const step = { ']': 1, '[': -1 }[key];
      const isTyping = target instanceof Element && target.matches('input, textarea, select');
      if (step !== undefined && !isTyping && !ctrlKey && !metaKey && !altKey) move(step, false);
    });
    select(
      Math.max(
        0,
        tabs.findIndex((tab) => tab.hash === location.hash),
      ),
      false,
    );
  }
}
