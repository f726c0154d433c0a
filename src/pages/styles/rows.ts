/** Rows of data, one line each. The page sets their columns as `--cols`. A success has no tint, so that a failure is seen. */
export const rowStyle = `
.row { align-items: center; column-gap: 12px; cursor: default; display: grid; font: var(--m-12); grid-template-columns: var(--cols, minmax(0, 1fr)); height: var(--row); padding-right: var(--4); position: relative; white-space: nowrap; } .row > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.row:hover { background: var(--surface-1); } .row[aria-selected="true"] { background: var(--selected); } .row[aria-selected="true"]::before { background: var(--accent); content: ""; inset: 0 auto 0 0; position: absolute; width: 3px; } .row:focus-visible { border-radius: 0; outline-offset: -2px; }
.row .s2 { background: none; color: var(--ink); font-weight: 400; padding: 0 6px; } .row .s2::before { background: var(--green); } .row :is(.s1, .s3) { background: none; padding: 0 6px; }
.head { border-bottom: 1px solid var(--line); color: var(--ink-2); font: 500 0.75rem/1rem var(--sans); height: 30px; }
`;
