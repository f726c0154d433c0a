/** The rules that all pages of the control API have. */
export const controlStyle = `
main p { margin: var(--1) 0; }
.head-line { align-items: flex-end; display: flex; flex-wrap: wrap; gap: var(--3) var(--5); margin-bottom: var(--5); } .head-line > div:first-child { flex: 1 1 340px; } .head-line p { color: var(--ink-2); max-width: 68ch; }
main > section, main > details, main > .scripted > section { margin-top: var(--6); } h2 { margin: 0 0 var(--2); } h3 { margin: var(--3) 0 var(--1); } section > .actions { margin-top: var(--3); }
#sign-in { display: grid; gap: var(--3); margin: var(--4) 0; max-width: 36rem; } #sign-in .btn { justify-self: start; } :root:not(.with-script) main:has(> #sign-in:not([hidden])) .scripted { display: none; }
main details > summary { font: var(--t-c); padding: var(--1) 0; } main .banner { margin: var(--3) 0; } .items .btn { flex: none; }
.toolbar { align-items: end; display: flex; flex-wrap: wrap; gap: var(--2); margin: var(--3) 0; }
.tag { background: var(--surface-3); border-radius: 9px; color: var(--ink-2); font: var(--t-12); padding: 1px 7px; white-space: nowrap; }
.chart { font: var(--t-13); }
`;

/** A form whose fields are beside each other. */
export const formStyle = `
.form { align-items: end; display: grid; gap: var(--3); grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); }
`;
