import type { Html, Markup } from '../http/page.ts';
import type { Service } from '../http/service.ts';

/** Where the same is told in other ways. */
export function pageFooter(html: Html, services: readonly Service[]): Markup {
  const descriptions = services.map(
    ({ name, title }) => html`<li><a href="/docs/${name}/openapi.json">OpenAPI: ${title}</a></li>`,
  );
  return html`
    <footer>
      <ul>
        <li><a href="/">Home</a></li>
        <li><a href="/docs">Reference</a></li>
        <li><a href="/legacy">As a manual page</a></li>
        <li><a href="/llms.txt">As plain text</a></li>
        ${descriptions}
      </ul>
      <p>Everything on this page comes from this server, and what you try goes to nobody else.</p>
    </footer>`;
}
