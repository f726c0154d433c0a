/** The style of examples, and of the panel that sends them. */
export const exampleStylesheet = `
.expected { color: var(--soft); }
.examples { display: grid; gap: 1.25rem; }
.example { display: grid; gap: 0.35rem 0.75rem; grid-template-columns: minmax(0, 1fr); }
.example > pre { margin: 0; overflow-wrap: normal; white-space: pre; }
h2 + .language, .title { align-items: baseline; display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; margin-bottom: 0.5rem; }
.language { align-items: center; color: var(--soft); display: flex; gap: 0.5rem; }
.language select { color: var(--ink); min-height: 2rem; padding: 0.1rem 0.5rem; width: auto; }
.others summary { cursor: pointer; }
.others p { color: var(--soft); margin-top: 0.5rem; }
.others pre { margin-top: 0.15rem; }
.example > .actions { gap: 0.5rem; }
.example > .actions button { font-weight: 500; min-height: 2rem; padding: 0.1rem 0.6rem; }
.panel { border-left: 3px solid var(--line); display: grid; gap: 0.75rem; margin: 0.75rem 0 0; padding-left: 1rem; }
.panel label { color: var(--soft); display: grid; font-size: 0.9rem; min-width: 0; }
.panel input[name], .panel textarea[name] { color: var(--ink); font: var(--mono); }
.target { display: grid; gap: 0.75rem; grid-template-columns: 6.5rem minmax(0, 1fr); }
.sign-in, .digest-sign-in { border: 1px solid var(--line); border-radius: var(--radius); display: grid; gap: 0.5rem; margin: 0; min-width: 0; padding: 0.5rem 0.75rem; }
.sign-in p, .digest-sign-in p, .limits { color: var(--soft); font-size: 0.85rem; }
.pair { display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); }
.log { background: var(--raised); border-radius: var(--radius); font: var(--mono); list-style: none; margin: 0; max-height: 20rem; min-height: 3rem; overflow-y: auto; padding: 0.5rem 0.75rem; }
.log .event { color: var(--soft); }
.log .sent { font-weight: 600; }
.outcome { font-weight: 600; }
.notes { color: var(--accent); }
.answer { min-width: 0; }
.answer pre { max-height: 24rem; overflow-y: auto; }
.image { background: var(--raised); display: block; margin-top: 0.5rem; max-width: 100%; }
.parameters { display: grid; gap: 0.5rem 1rem; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); }
.panel .parameters :is(input, select, textarea) { align-self: end; color: var(--ink); font: var(--mono); }
.parameters label { align-content: space-between; gap: 0.15rem; }
[aria-invalid="true"] { border-color: var(--accent); }
`;
