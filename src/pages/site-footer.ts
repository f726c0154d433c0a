import { escapeHtml } from '#http/syntax/text.ts';
import { version } from '../version.ts';
import { type Extended, footerLinks } from './navigation.ts';

/** The footer of all pages: the version, and what the services link there. A page that belongs to no exchange has none. */
export function siteFooter(services: readonly Extended[]): string {
  const links = footerLinks(services).map(
    ({ path, title }) => `<a href="${escapeHtml(path)}">${escapeHtml(title)}</a>`,
  );
  return links.length === 0
    ? ''
    : `<footer class="foot"><span>Sparring ${escapeHtml(version)}</span>${links.join('')}</footer>`;
}
