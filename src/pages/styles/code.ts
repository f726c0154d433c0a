/**
 * Blocks of code with a button that copies them, and the colours of their tokens. The right edge has a shadow,
 * which a cover at the end of the longest line hides.
 */
export const codeStyle = `
.code { background: var(--surface-1); border: 1px solid var(--line); border-radius: var(--r2); min-width: 0; overflow: hidden; }
.code pre { background: linear-gradient(to left, var(--surface-1) 40%, transparent) 100% 0 / 32px 100% no-repeat local, linear-gradient(to left, var(--line-2), transparent) 100% 0 / 12px 100% no-repeat; border-radius: 0; margin: 0; overflow-wrap: normal; white-space: pre; } .code pre.wrap { overflow-wrap: anywhere; white-space: pre-wrap; } .code pre:focus-visible { outline-offset: -2px; }
.code.one { align-items: center; display: flex; } .code.one > pre { flex: 1; min-width: 0; padding: 5px 12px; } .code.one > .btn { margin: 0 2px; }
.tk { color: var(--blue); } .ts { color: var(--green); } .tn { color: var(--amber); } .tw { color: var(--violet); } .to { color: var(--teal); } .tc { color: var(--ink-2); font-style: italic; } .tp { color: var(--ink-2); } .tf { color: var(--ink); font-weight: 600; }
`;

/** Figures of code with a label and an output, and examples with the recorded response. */
export const figureStyle = `
.code > figcaption { align-items: center; border-bottom: 1px solid var(--line); color: var(--ink-2); display: flex; font: var(--t-12); gap: var(--2); min-height: 34px; padding: 2px 4px 2px 12px; } .code > figcaption > .right { align-items: center; display: flex; gap: 2px; margin-left: auto; } .code > figcaption b { color: var(--ink); font: 600 0.8125rem/1.25rem var(--sans); }
.code samp { border-top: 1px solid var(--line); color: var(--ink-2); display: block; overflow-x: auto; padding: 8px 12px; white-space: pre; } .code samp::before { content: attr(data-label); display: block; font: var(--t-12); }
.ex > :is(details, .ends) { border-top: 1px solid var(--line); } .ex > .ends { padding: 5px 12px; } .ex summary { align-items: center; color: var(--ink-2); display: flex; font: var(--t-12); gap: var(--2); list-style: none; min-height: 28px; padding: 2px 12px; } .ex summary::-webkit-details-marker { display: none; } .ex summary > .i:first-child { height: 12px; width: 12px; } .ex details[open] > summary > .i:first-child { rotate: 90deg; }
`;
