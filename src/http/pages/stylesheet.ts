/** What all pages share: colours in light and dark, type, and room to breathe on a phone. */
export const baseStylesheet = `
:root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e6e8eb); --soft: light-dark(#59636e, #9aa4ae);
  --line: light-dark(#d5dae0, #343b43); --ground: light-dark(#fff, #14171a); --raised: light-dark(#f4f6f8, #1d2227);
  --accent: light-dark(#b3261e, #ff8a80); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 2rem; margin: 0; } h1 small { color: var(--soft); font-size: 1rem; font-weight: 400; }
p { margin: 0.25rem 0; }
a { color: var(--accent); }
code, pre { font: 0.9rem/1.5 ui-monospace, monospace; }
pre { background: var(--raised); border-radius: 0.4rem; margin: 0.5rem 0 0; overflow-x: auto; padding: 0.5rem 0.75rem; }
`;
