/** The style of an article between the list of its siblings and that of its parts: a guide, or the page of an endpoint. */
export const articleStylesheet = `
.lead { font-size: 1.15rem; }
h1 code { font-size: 1.5rem; font-weight: 600; }
.descriptions dt { color: inherit; }
.descriptions pre { margin-top: 0.25rem; }
.code pre.schema { white-space: pre-wrap; } .schema span { display: block; padding-left: 4ch; text-indent: -4ch; }
.anchor { color: var(--soft); font-weight: 400; text-decoration: none; }
:is(h2, h3, h4):not(:hover) > .anchor:not(:focus-visible) { opacity: 0; }
@media (pointer: coarse) { .anchor { opacity: 1 !important; } }
.neighbours { border-top: 1px solid var(--line); display: flex; gap: 1rem; justify-content: space-between; margin-top: 2rem; padding-top: 1rem; }
.neighbours small { display: block; }
.neighbours :last-child { text-align: right; }
.contents { display: none; }
.contents .deeper { padding-left: 0.75rem; }
.guide h2 { border-bottom: 1px solid var(--line); padding-bottom: 0.25rem; }
main .guide :is(ul, ol) { list-style: revert; margin: 0.5rem 0; padding-left: 1.5rem; }
.guide p { margin: 0.75rem 0; }
.guide :not(pre) > code { background: var(--raised); border-radius: 0.25rem; padding: 0.05rem 0.25rem; }
.guide table { font-size: 0.95rem; margin: 0.75rem 0; }
.breadcrumb { color: var(--soft); font-size: 0.9rem; margin-bottom: 0.5rem; }
.siblings ul { display: grid; gap: 0.1rem; }
.siblings a { border-radius: var(--radius); color: inherit; display: block; font-size: 0.9rem; padding: 0.25rem 0.5rem; text-decoration: none; }
.siblings a:hover, .siblings [aria-current] { background: var(--raised); }
.siblings [aria-current] { box-shadow: inset 3px 0 var(--accent); }
.siblings a:hover .method, .siblings [aria-current] .method { background: var(--ground); }
.siblings h2 { font-size: 0.875rem; margin: 1rem 0 0.25rem; }
.siblings a, .contents a { font: var(--tools); }
.contents h2 { font-size: 0.875rem; margin: 0 0 0.5rem; }
.contents a { color: var(--soft); display: block; padding: 0.15rem 0; text-decoration: none; }
.contents a:hover { color: var(--ink); text-decoration: underline; }
article { max-width: var(--text-width); min-width: 0; }
@media (min-width: 1100px) {
  :is(.guide-page, .endpoint-page) > main { display: grid; gap: 0 var(--s6); }
  .guide-page > main { grid-template: "nav text contents" / 14rem minmax(0, var(--text-width)) minmax(10rem, 1fr); }
  .endpoint-page > main { grid-template: "nav text samples" / 13rem minmax(0, 1fr) minmax(24rem, 34rem); }
  :is(.siblings, .contents, .samples) { align-self: start; display: block; max-height: 100vh; overflow-y: auto; padding-block: 0.5rem; position: sticky; top: 0; }
  .siblings { grid-area: nav; } article { grid-area: text; } .contents { grid-area: contents; } .samples { grid-area: samples; padding-inline: 2px; }
  .endpoint-page .descriptions > div { display: block; }
  .siblings > h2:first-child, .samples .title h2 { margin-top: 0; }
}
`;
