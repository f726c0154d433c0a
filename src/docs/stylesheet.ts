import { baseStylesheet } from '../http/base-stylesheet.ts';

/** Style of the documentation pages, in light and dark, readable on a phone. */
export const stylesheet = `${baseStylesheet}
h2 { border-bottom: 2px solid var(--accent); margin: 3rem 0 0.5rem; padding-bottom: 0.25rem; }
h3 { color: var(--soft); font-size: 1rem; margin: 2rem 0 0.5rem; }
h4 { font-size: 1rem; font-weight: 500; margin: 0; overflow-wrap: anywhere; }
ul { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid var(--line); padding: 0.75rem 0; }
nav a, section > p a { margin-right: 1rem; }
.method { background: var(--raised); border-radius: 0.3rem; font: 600 0.75rem/1 ui-monospace, monospace; padding: 0.15rem 0.4rem; }
.deprecated { color: var(--accent); font-size: 0.8rem; }
`;
