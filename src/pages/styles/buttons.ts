/** Buttons of four levels and two sizes, a button joined to its menu, and rows of buttons. */
export const buttonStyle = `
.btn { align-items: center; appearance: none; background: var(--bg); border: 1px solid var(--line-2); border-radius: var(--r2); box-shadow: var(--raise); color: var(--ink); cursor: pointer; display: inline-flex; font: var(--t-c); gap: 6px; height: var(--h); justify-content: center; list-style: none; padding: 0 12px; text-decoration: none; transition: background var(--fast), border-color var(--fast); white-space: nowrap; }
.btn::-webkit-details-marker { display: none; }
.btn:hover { background: var(--surface-2); border-color: var(--control); text-decoration: none; }
.btn:active { background: var(--surface-3); box-shadow: none; }
.btn.primary { background: var(--accent-fill); border-color: transparent; color: var(--on-fill); font-weight: 600; } .btn.primary:hover { background: var(--accent-fill-2); }
.btn.quiet { background: none; border-color: transparent; box-shadow: none; color: var(--ink-2); } .btn.quiet:hover { background: var(--surface-2); color: var(--ink); }
.btn.danger { color: var(--danger); } .btn.danger:hover { background: var(--red-t); border-color: var(--danger); }
.btn.danger.fill { background: var(--danger-fill); border-color: transparent; color: var(--on-fill); }
.btn.sm { gap: 5px; height: var(--h-s); padding: 0 9px; }
.btn.icon { flex: none; padding: 0; width: var(--h); } .btn.icon.sm { width: var(--h-s); } .btn.wide { width: 100%; }
.btn[aria-pressed="true"] { background: var(--selected); color: var(--accent); }
.btn:disabled { background: var(--surface-1); border-color: var(--line); box-shadow: none; color: var(--disabled); cursor: default; } .btn.quiet:disabled { background: none; border-color: transparent; } .btn.primary:disabled { background: var(--surface-3); }
.joined { display: inline-flex; } .joined > .btn:first-child { border-end-end-radius: 0; border-start-end-radius: 0; } .joined > .menu > .btn { border-end-start-radius: 0; border-start-start-radius: 0; margin-left: -1px; padding: 0 5px; }
.copy > .i + .i, .copied > .i:first-child { display: none; } .copied > .i + .i { color: var(--green); display: inline; }
.actions { align-items: center; display: flex; flex-wrap: wrap; gap: var(--2); } .actions .in { width: auto; }
`;
