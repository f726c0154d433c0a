import { decodePairs } from '../../../http/decode.ts';
import { HttpError } from '../../../http/errors.ts';
import { alert, button, copyButton } from '../../../http/pages/components.ts';
import type { Html, Markup, Page } from '../../../http/pages/page.ts';
import { composeDirectives, composeUrl } from '../directives.ts';
import { parseDirectives } from '../parse.ts';
import { type Limits, toPlan } from '../plan.ts';
import { builderFields } from './fields.ts';
import { builderStylesheet } from './stylesheet.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/**
 * The page that composes a response. With its script, the URL is updated as the user types; without it, the server
 * writes the URL when the form is submitted.
 */
export function builderPage(given: Pairs, origin: string, limits: Limits, script: string): Page {
  const directives = given.filter(([, value]) => value !== '');
  return {
    title: 'Compose a response',
    stylesheet: builderStylesheet,
    script,
    // `form-action` applies to redirects too, and a composed response may redirect anywhere.
    policy: ["connect-src 'self'", 'form-action http: https:'],
    main: (html) => html`
      <div class="intro">
        <h1>Compose a response</h1>
        <p>Describe the response, and send your requests to the URL. All fields are optional.</p>
      </div>
      <form action="/compose" method="get">
        ${builderFields(html, directives)}
        <div class="actions">
          ${button(html, 'Send', { kind: 'primary' })}
          ${button(html, 'Show the URL', { class: 'show', formaction: '/compose/builder' })}
          <a href="/compose/builder">Reset</a>
        </div>
      </form>
      ${resultOf(html, `${origin}${composeUrl(directives)}`, problemOf(directives, limits))}`,
    footer: (html) => html`<p><a href="/">All endpoints of this server</a></p>`,
  };
}

function resultOf(html: Html, url: string, problem: string | undefined): Markup {
  return html`
    <section class="result" aria-label="Result">
      <h2>URL</h2>
      <pre><a id="url" href=${url}>${url}</a></pre>
      <h2>curl</h2>
      <pre><code id="curl">curl -i '${url}'</code></pre>
      <p class="copying actions scripted">
        ${copyButton(html, 'url', 'Copy URL')} ${copyButton(html, 'curl', 'Copy curl command')}
      </p>
      ${alert(html, problem)}
      <div id="answer" hidden>
        <h2 id="answer-title">Response</h2>
        <p id="outcome" role="status"></p>
        <pre role="region" aria-labelledby="answer-title" tabindex="0"><code id="message"></code></pre>
      </div>
    </section>`;
}

/** The error that these directives would be answered with. */
function problemOf(directives: Pairs, limits: Limits): string | undefined {
  try {
    toPlan(parseDirectives(decodePairs(composeDirectives, directives, true)), limits);
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error.message;
    throw error;
  }
}
