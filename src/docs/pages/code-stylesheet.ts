/** The style of blocks of code with a heading and a button that copies them, of guides, endpoints and the home page. */
export const codeStylesheet = `
.code { background: var(--raised); border-radius: var(--radius); margin: 0.75rem 0; min-width: 0; }
.code-head { align-items: center; color: var(--soft); display: flex; font: var(--small); justify-content: space-between; min-height: 2rem; padding: 0 0.25rem 0 0.75rem; }
.code-head button { font: var(--small); min-height: 24px; padding: 0 0.5rem; }
.guide .code pre, .code pre { background: none; margin: 0; padding-top: 0; white-space: pre; }
.code pre { overflow-wrap: normal; }
`;
