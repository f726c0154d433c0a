/** The header, the navigation of a section, and the main content of all pages. */
export const shellStyle = `
@media (min-width: 720px) { :root:not(:has(> :is(.app, .solo))) { scrollbar-gutter: stable; } }
.skip { background: var(--overlay); border-radius: var(--r2); box-shadow: var(--shadow); left: 16px; padding: 8px 16px; position: absolute; top: -64px; z-index: 9; } .skip:focus { top: 6px; }
.top { align-items: center; background: var(--surface-1); border-bottom: 1px solid var(--line); display: flex; flex: none; gap: var(--5); height: var(--top); padding: 0 var(--gutter); position: sticky; top: 0; z-index: 6; }
.brand { align-items: center; color: var(--ink); display: inline-flex; flex: none; font: 600 0.9375rem/1.5rem var(--sans); gap: var(--2); letter-spacing: -0.01em; } .brand:hover { text-decoration: none; }
.logo { flex: none; height: 22px; width: 22px; }
.site { display: flex; gap: 2px; white-space: nowrap; } .site a { border-radius: var(--r2); color: var(--ink-2); font: var(--t-c); padding: 6px 10px; text-decoration: none; }
.site a:hover { background: var(--surface-2); color: var(--ink); } .site a[aria-current] { background: var(--surface-3); color: var(--ink); }
.find { flex: 0 1 248px; margin-left: auto; position: relative; } .find .in { background: var(--surface-2); border-color: transparent; font: var(--t-13); } .find .in:hover { border-color: var(--line-2); }
.top > .right { align-items: center; display: flex; gap: var(--1); margin-left: auto; } .find ~ .right { margin-left: 0; }
.account { align-items: center; display: flex; gap: var(--1); } .login { max-width: 10rem; overflow: hidden; text-overflow: ellipsis; } .find-link, .burger { display: none; }
.sub { border-bottom: 1px solid var(--line); display: flex; flex: none; gap: var(--5); overflow-x: auto; padding: 0 var(--gutter); scrollbar-width: none; }
.sub a { border-bottom: 2px solid transparent; color: var(--ink-2); font: var(--t-c); padding: 8px 0 7px; text-decoration: none; white-space: nowrap; } .sub a:hover { color: var(--ink); } .sub a[aria-current] { border-color: var(--accent); color: var(--ink); } .sub a:focus-visible { outline-offset: -2px; }
body > main { flex: 1 0 auto; margin: 0 auto; max-width: var(--page); padding: var(--6) var(--gutter) var(--8); width: 100%; }
.app > main { max-width: none; padding-block: 0; }
@media (max-width: 1099px) { .top { gap: var(--4); } .find { flex-basis: 180px; } }
@media (max-width: 899px) { .login { max-width: 4rem; } .top > .find { display: none; } .find-link { display: inline-flex; margin-left: auto; } }
@media (max-width: 719px) {
  .top { gap: var(--2); } .top > .site, body:not(.solo) > .top > .right > .account, body > .sub { display: none; }
  .burger { display: inline-block; } body > main { padding-top: var(--5); }
}
`;

/** The footer, which the pages that fill the window do not have. */
export const footStyle = `
.foot { border-top: 1px solid var(--line); color: var(--ink-2); display: flex; flex: none; flex-wrap: wrap; font: var(--t-12); gap: var(--1) var(--5); padding: var(--3) var(--gutter); } .foot :is(a, span) { color: inherit; padding: 4px 0; } .foot span { margin-right: auto; }
`;

/** A page with one card, such as the sign-in, which has no navigation. */
export const soloStyle = `
.solo { background: var(--surface-1); } .solo > .top { background: none; border: 0; height: auto; justify-content: center; padding: max(8vh, 64px) 16px var(--5); position: relative; } .solo > .top > .right { position: absolute; right: var(--gutter); top: 8px; }
.solo > main { max-width: 472px; padding: 0 16px var(--7); } .solo > main:has(> .wide) { max-width: 552px; }
.card { background: var(--bg); border-radius: var(--r3); box-shadow: 0 0 0 1px var(--line), var(--raise); padding: var(--5); } .card h1 { font: 600 1.25rem/1.75rem var(--sans); }
.after { color: var(--ink-2); font: var(--t-12); margin-top: var(--4); text-align: center; }
`;
