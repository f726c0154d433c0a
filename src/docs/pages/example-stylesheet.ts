/** The style of examples, and of the panel that sends them. */
export const exampleStylesheet = `
.examples { display: grid; gap: var(--4); }
.title { display: flex; margin-bottom: var(--3); min-height: 28px; } .title > :not(.vh) { min-width: 0; } .languages { display: flex; min-width: 0; }
.ex samp { border: 0; color: var(--ink); overflow-wrap: anywhere; white-space: pre-wrap; } .omitted { color: var(--ink-2); font: var(--t-12); padding: 0 12px 8px; }
.others { border-top: 1px solid var(--line); } [data-theme] .others { display: none; } .others summary { padding: 2px 12px; } .others p { color: var(--ink-2); font: var(--t-12); padding: 4px 12px 0; }
.panel { display: grid; gap: var(--3); } .ex > .panel { border-top: 1px solid var(--line); padding: var(--3); }
.panel label { color: var(--ink-2); display: grid; font: var(--t-13); gap: 4px; min-width: 0; } .panel .in { font: var(--m-13); }
.target { display: grid; gap: var(--3); grid-template-columns: 6.5rem minmax(0, 1fr); }
.sign-in, .digest-sign-in { border: 1px solid var(--line); border-radius: var(--r2); display: grid; gap: var(--2); padding: var(--2) var(--3); }
.sign-in p, .digest-sign-in p, .limits { color: var(--ink-2); font: var(--t-13); }
.pair { display: grid; gap: var(--3); grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); }
.log { background: var(--surface-1); border-radius: var(--r2); font: var(--m-13); list-style: none; max-height: 20rem; min-height: 3rem; overflow-y: auto; padding: var(--2) var(--3); }
.log .event { color: var(--ink-2); } .log .sent { font-weight: 600; }
.outcome { font-weight: 600; } .notes { color: var(--danger); }
.answer { min-width: 0; } .answer pre { margin-top: var(--2); max-height: 24rem; overflow-y: auto; }
.image { background: var(--surface-1); display: block; margin-top: var(--2); max-width: 100%; }
.parameters { display: grid; gap: var(--2) var(--4); grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); } .parameters label { align-content: space-between; }
`;
