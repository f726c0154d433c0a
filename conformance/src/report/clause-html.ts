import { escapeHtml } from '../server.ts';
import { clauseLinks } from './clause-links.ts';

/** A clause as links to its sections. */
export function clauseHtml(clause: string): string {
  const links = clauseLinks(clause).map(
    ({ text, url }) => `<a rel="noreferrer" href="${escapeHtml(url)}">${escapeHtml(text)}</a>`,
  );
  return links.length === 0 ? escapeHtml(clause) : links.join(', ');
}
