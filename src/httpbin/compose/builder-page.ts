import { decodePairs } from '../../http/decode.ts';
import { HttpError } from '../../http/errors.ts';
import type { Html, Markup, Page } from '../../http/page.ts';
import { builderFields } from './builder-fields.ts';
import { builderScript } from './builder-script.ts';
import { builderStylesheet } from './builder-stylesheet.ts';
import { composeDirectives, composeUrl } from './directives.ts';
import { parseDirectives } from './parse.ts';
import { type Limits, toPlan } from './plan.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/**
 * A form that composes a URL. Without its script the server composes the URL; with it, the page does on every input.
 */
export function builderPage(given: Pairs, origin: string, limits: Limits): Page {
  const words = given.filter(([, value]) => value !== '');
  return {
    title: 'Compose a response',
    stylesheet: builderStylesheet,
    script: builderScript,
    // A composed response may redirect to another origin, which the default policy of forms forbids.
    policy: ["connect-src 'self'", 'form-action http: https:'],
    body: (html) => html`
      <header>
        <h1>Compose a response</h1>
        <p>Define a response, and send requests of your client to the URL. All fields are optional.</p>
      </header>
      <main>
        <form action="/compose" method="get">
          ${builderFields(html, words)}
          <div class="buttons">
            <button class="send">Send</button>
            <button class="show" formaction="/compose/builder">Show the URL</button>
            <a href="/compose/builder">Start over</a>
          </div>
        </form>
        ${resultOf(html, `${origin}${composeUrl(words)}`, problemOf(words, limits))}
      </main>
      <footer><p><a href="/">All endpoints of this server</a></p></footer>`,
  };
}

function resultOf(html: Html, url: string, problem: string | undefined): Markup {
  return html`
    <section class="result" aria-label="Result">
      <h2>URL</h2>
      <pre><a id="url" href=${url}>${url}</a></pre>
      <h2>curl</h2>
      <pre><code id="curl">curl -i '${url}'</code></pre>
      <p class="copying" hidden>
        <button type="button" data-copy="url">Copy URL</button>
        <button type="button" data-copy="curl">Copy curl command</button>
      </p>
      ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
      <div id="answer" hidden>
        <h2 id="answer-title">Answer</h2>
        <p id="outcome" role="status"></p>
        <pre role="region" aria-labelledby="answer-title" tabindex="0"><code id="message"></code></pre>
      </div>
    </section>`;
}

/** The error that the directives cause. */
function problemOf(words: Pairs, limits: Limits): string | undefined {
  try {
    toPlan(parseDirectives(decodePairs(composeDirectives, words, true)), limits);
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error.message;
    throw error;
  }
}
