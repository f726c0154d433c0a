/** Notices in the page and above it, and what stands in the place of content. */
export const noticeStyle = `
.banner { align-items: flex-start; background: var(--surface-1); border-radius: var(--r2); display: flex; font: var(--t-13); gap: 10px; padding: 10px 12px; } .banner > .i { margin-top: 2px; } .banner > :not(.i, .end) { flex: 1; min-width: 0; } .banner > .end { align-items: center; display: flex; flex: none; gap: var(--2); margin-left: auto; }
.banner.info { background: var(--blue-t); } .banner.info > .i { color: var(--blue); } .banner.warn { background: var(--amber-t); } .banner.warn > .i { color: var(--amber); }
.banner.bad { background: var(--red-t); } .banner.bad > .i { color: var(--danger); } .banner.good { background: var(--green-t); } .banner.good > .i { color: var(--green); }
.empty { margin: auto; max-width: 592px; padding: var(--6) var(--4); width: 100%; } .empty h2 + p { color: var(--ink-2); margin-top: 4px; } .empty > * + :not(h2 + p) { margin-top: var(--4); }
`;

/** What a script shows above the page: a toast. */
export const liveStyle = `
.toast { align-items: center; background: var(--toast-bg); border-radius: var(--r3); bottom: 20px; box-shadow: var(--shadow); color: var(--toast-ink); display: flex; font: var(--t-13); gap: var(--3); left: 20px; max-width: calc(100vw - 40px); padding: 6px 8px 6px 14px; position: fixed; z-index: 8; }
.toast .btn { background: none; border: 0; box-shadow: none; color: var(--toast-accent); font-weight: 600; height: 28px; padding: 0 8px; } .toast .btn:hover { background: light-dark(#333a42, #d3d8de); } .toast .btn.icon { color: inherit; } .toast kbd { background: none; color: inherit; }
@media (max-width: 719px) { .toast { bottom: 12px; left: 12px; max-width: none; right: 12px; } .toast > :first-child { margin-right: auto; } .toast kbd { display: none; } }
`;
