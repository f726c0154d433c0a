/** Menus and dialogs. */
export const overlayStyle = `
.menu { display: inline-block; position: relative; } .menu > summary { list-style: none; } .menu > summary::-webkit-details-marker { display: none; }
.pop { background: var(--overlay); border: 0; border-radius: var(--r3); box-shadow: var(--shadow); color: inherit; font: var(--t-13); max-height: calc(100vh - 64px); min-width: 232px; overflow-y: auto; padding: 4px; position: absolute; right: 0; top: calc(100% + 4px); z-index: 7; } .menu.left > .pop { left: 0; right: auto; }
.pop :is(button, a, li > span) { align-items: center; appearance: none; background: none; border: 0; border-radius: var(--r1); box-shadow: none; color: var(--ink); cursor: pointer; display: flex; font: inherit; gap: 10px; height: 30px; justify-content: flex-start; padding: 0 8px; text-align: left; text-decoration: none; width: 100%; } .pop li > span { color: var(--ink-2); cursor: default; }
.pop :is(button, a):hover { background: var(--surface-2); } .pop .i { color: var(--ink-2); } .pop .danger { color: var(--danger); } .pop kbd { background: none; border: 0; margin-left: auto; } .pop hr { margin: 4px 0; } .pop ul ul { padding-left: var(--3); } .pop a[aria-current] { background: var(--selected); } .pop :is(button, a):focus-visible { outline-offset: -2px; }
dialog { background: var(--overlay); border: 0; border-radius: var(--r3); box-shadow: var(--shadow); color: var(--ink); max-width: 440px; padding: var(--5); width: calc(100vw - 32px); } dialog::backdrop { background: rgb(0 0 0 / 40%); } dialog > * + * { margin-top: var(--4); } dialog .actions { justify-content: flex-end; }
@media (max-width: 719px) { .pop :is(button, a) { height: 44px; } }
`;
