import { button } from '#pages/components/button.ts';
import { copyButton } from '#pages/components/copy-button.ts';
import { html, type Markup } from '#pages/html.ts';
import { DEFINABLE } from '../labs/index.ts';

/** The URL and code of the composition, what the server sent, and the attempts at the key. */
export function resultSections(url: string, problem: Markup | null, hasInspector: boolean): Markup {
  return html`
    <section class="result" aria-label="Result">
      <h2>URL</h2>
      <pre><a id="url" href=${url}>${url}</a></pre>
      <p id="invalid" class="err"></p>
      <h2>curl</h2>
      <pre><code id="curl">curl -i '${url}'</code></pre>
      <p class="copying actions scripted">
        ${copyButton('url', 'Copy URL', 'Copy URL')} ${copyButton('curl', 'Copy curl command', 'Copy curl command')}
      </p>
      ${
        hasInspector
          ? html`<p id="save" class="actions scripted"><a id="save-bin" href="/_sparring/bins">Save as bin response</a> <a id="save-rule" href="/_sparring/panel/rules">Save as rule</a></p>`
          : null
      }
      <div id="problem">${problem}</div>
      <div class="actions sending">
        ${button('Send', { kind: 'primary', id: 'send', form: 'compose' })}
        ${button('Stop', { id: 'stop', type: 'button', class: 'scripted', disabled: true })}
        ${button('Show the URL', { class: 'show', form: 'compose', formaction: '/compose/builder' })}
        <a href="/compose/builder">Reset</a>
      </div>
      <div id="response" hidden>
        <h2 id="response-title">Response</h2>
        <p id="outcome" role="status"></p>
        <ol id="responses" class="responses"></ol>
      </div>
      <section id="attempts" aria-labelledby="attempts-title" hidden>
        <h2 id="attempts-title">Attempts</h2>
        <div id="attempts-view"></div>
        <p class="actions">
          <button class="btn" type="button" id="refresh">Refresh</button>
          <button type="button" id="delete-key" class="btn danger">Delete the key</button>
          ${hasInspector ? html`<a id="inspect" href="/_sparring/inspector">Inspector</a>` : null}
        </p>
      </section>
      ${code('code-json', `JSON for PUT /${DEFINABLE}/KEY`, 'Copy JSON')}
      ${code('code-seed', 'Seed file', 'Copy seed')}
      ${code('code-library', 'Library', 'Copy library code')}
    </section>`;
}

/** Code that only the script writes. */
function code(id: string, title: string, label: string): Markup {
  return html`
    <details id="${id}-part" class="scripted">
      <summary>${title}</summary>
      <pre tabindex="0" role="region" aria-label=${title}><code id=${id}></code></pre>
      <p class="actions">${copyButton(id, label, label)}</p>
    </details>`;
}
