import { escapeHtml } from './escape-html.ts';

/** A page for whoever does not follow a redirect by itself (RFC 9110 §15.4): the one thing on it is the way on. */
export function redirectPage(location: string): string {
  const target = escapeHtml(location);
  return `<!doctype html>
<html lang=en>
<title>Redirecting</title>
<h1>Redirecting</h1>
<p>What you asked for is at <a href="${target}">${target}</a>.
`;
}
