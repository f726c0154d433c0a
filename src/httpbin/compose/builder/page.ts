import { decodePairs } from '../../../http/decode.ts';
import { HttpError } from '../../../http/errors.ts';
import type { Html, Markup, Page } from '../../../http/pages/page.ts';
import { composeUrl } from '../compose-url.ts';
import { parseWords } from '../parse.ts';
import { type Limits, toPlan } from '../plan.ts';
import { composeWords } from '../words.ts';
import { builderFields } from './fields.ts';
import { builderStylesheet } from './stylesheet.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/**
 * A form that writes the URL of an answer. Without its script it is a plain form, and the server writes the URL; with
 * it, the page does, at every key.
 */
export function builderPage(given: Pairs, origin: string, limits: Limits, script: string): Page {
  const words = given.filter(([, value]) => value !== '');
  return {
    title: 'Compose an answer',
    stylesheet: builderStylesheet,
    script,
    // A composed answer may redirect elsewhere, which the policy of a form would otherwise forbid.
    policy: ["connect-src 'self'", 'form-action http: https:'],
    body: (html) => html`
      <header>
        <h1>Compose an answer</h1>
        <p>Say what a request shall be answered with, and point your client at the URL. Leave out what you do not need.</p>
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
      <p id="announcement" class="unseen" role="status"></p>
      <footer><p><a href="/">All that this server does</a></p></footer>`,
  };
}

function resultOf(html: Html, url: string, problem: string | undefined): Markup {
  return html`
    <section class="result" aria-label="Result">
      <h2>URL</h2>
      <pre><a id="url" href=${url}>${url}</a></pre>
      <h2>curl</h2>
      <pre><code id="curl">curl -i '${url}'</code></pre>
      <p class="copying scripted">
        <button type="button" data-copy="url">Copy URL</button>
        <button type="button" data-copy="curl">Copy curl line</button>
      </p>
      ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
      <div id="answer" hidden>
        <h2 id="answer-title">Answer</h2>
        <p id="outcome" role="status"></p>
        <pre role="region" aria-labelledby="answer-title" tabindex="0"><code id="message"></code></pre>
      </div>
    </section>`;
}

/** What an answer with these words would be refused for. */
function problemOf(words: Pairs, limits: Limits): string | undefined {
  try {
    toPlan(parseWords(decodePairs(composeWords, words, true)), limits);
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error.message;
    throw error;
  }
}
