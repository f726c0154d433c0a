/** Choices between views: a segmented control of radio buttons or links, and tabs. */
export const viewStyle = `
.seg { background: var(--surface-2); border-radius: var(--r2); display: inline-flex; gap: 2px; max-width: 100%; overflow-x: auto; padding: 2px; scrollbar-width: none; }
.seg > :is(label, a) { align-items: center; border-radius: var(--r1); color: var(--ink-2); cursor: pointer; display: inline-flex; font: var(--t-c); gap: 5px; height: 24px; padding: 0 10px; position: relative; text-decoration: none; white-space: nowrap; } .seg > :is(label, a):hover { color: var(--ink); }
.seg > :is(label:has(:checked), [aria-current]) { background: var(--segment); box-shadow: var(--raise); color: var(--ink); } .seg small { color: inherit; }
.seg input:not(.switch) { cursor: pointer; height: auto; inset: 0; margin: 0; opacity: 0; position: absolute; width: auto; } .seg label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px; }
.seg.bare { background: none; padding: 0; } .seg.bare > :is(label, a) { font-size: 0.75rem; padding: 0 8px; } .seg.bare > :is(label:has(:checked), [aria-current]) { background: var(--surface-2); box-shadow: none; }
.tabs { border-bottom: 1px solid var(--line); display: flex; gap: var(--4); overflow-x: auto; scrollbar-width: none; }
.tabs > * { appearance: none; background: none; border: 0; border-bottom: 2px solid transparent; color: var(--ink-2); cursor: pointer; flex: none; font: var(--t-c); padding: 8px 0 7px; text-decoration: none; white-space: nowrap; } .tabs > :hover { color: var(--ink); }
.tabs > :is([aria-selected="true"], [aria-current]) { border-color: var(--accent); color: var(--ink); } .tabs > :focus-visible { outline-offset: -2px; }
`;
