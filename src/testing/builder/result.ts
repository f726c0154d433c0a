import { button, iconButton } from '#pages/components/button.ts';
import { copyButton } from '#pages/components/copy-button.ts';
import { html, type Markup } from '#pages/html.ts';
import { DEFINABLE } from '../labs/index.ts';
import type { ResponsePreview } from '../responses/send/preview-schema.ts';
import { previewView } from './response/preview.ts';

interface Result {
  readonly url: string;
  readonly problem: Markup | null;
  /** Undefined with a problem. */
  readonly preview: ResponsePreview | undefined;
  /** Whether the server has the inspector. */
  readonly hasInspector: boolean;
}

/** The bytes, the URL and the code of the composition, what the server sent, and the attempts at the key. */
export function resultSections({ url, problem, preview, hasInspector }: Result): Markup {
  return html`
    <section class="result" aria-label="Result">
      <div id="problem">${problem}</div>
      <div class=${preview ? undefined : 'scripted'}><h2>What the client gets</h2><div id="preview">${preview && previewView(preview)}</div></div>
      <figure class="code">
        <figcaption><span>URL</span><span class="right">${copyButton('url', 'Copy URL')}</span></figcaption>
        <pre class="wrap" tabindex="0" role="region" aria-label="URL"><code><a id="url" href=${url}>${url}</a></code></pre>
      </figure>
      <div class="actions sending">
        ${button('Send', { kind: 'primary', id: 'send', form: 'compose' })}
        ${button('Stop', { id: 'stop', type: 'button', class: 'scripted', disabled: true })}
        ${button('Show the URL', { class: 'unscripted', form: 'compose', formaction: '/compose/builder' })}
        ${
          hasInspector
            ? html`<span id="save" class="scripted"><a id="save-rule" class="btn quiet" href="/_sparring/panel/rules">Save as rule</a><a id="save-bin" class="btn quiet" href="/_sparring/bins">Use in a bin</a></span>`
            : null
        }
        <a class="btn quiet" href="/compose/builder">Clear</a>
      </div>
      <div id="response" hidden>
        <h3 id="response-title">Received</h3>
        <p id="outcome" role="status"></p>
        <ol id="responses" class="responses"></ol>
      </div>
      <section id="attempts" aria-labelledby="attempts-title" hidden>
        <h3 id="attempts-title">Attempts</h3>
        <div id="attempts-view"></div>
        <p class="actions">
          ${button('Refresh', { type: 'button', id: 'refresh', isSmall: true })}
          ${button('Delete the key', { type: 'button', id: 'delete-key', kind: 'danger', isSmall: true })}
          ${hasInspector ? html`<a id="inspect" href="/_sparring/inspector">Inspector</a>` : null}
        </p>
      </section>
      <figure class="code">
        <figcaption><span>curl</span><span class="right">${copyButton('curl', 'Copy curl command')}</span></figcaption>
        <pre class="wrap" tabindex="0" role="region" aria-label="curl"><code id="curl">curl -i '${url}'</code></pre>
      </figure>
      <div class="more">
        ${code('code-json', `JSON for PUT /${DEFINABLE}/KEY`, 'Copy JSON')}
        ${code('code-seed', 'Seed file', 'Copy seed')}
        ${code('code-library', 'Library', 'Copy library code')}
      </div>
    </section>
    <div class="sendbar scripted" role="group" aria-label="URL">
      <code id="short-url"></code>
      ${iconButton('copy', 'Copy the URL', { kind: undefined, id: 'copy-url', 'data-copy': 'url' })}
      ${button('Send', { kind: 'primary', id: 'send-bar', form: 'compose' })}
    </div>`;
}

/** Code that only the script writes. */
function code(id: string, title: string, label: string): Markup {
  return html`
    <details id="${id}-part" class="scripted">
      <summary>${title}</summary>
      <figure class="code">
        <figcaption><span>${title}</span><span class="right">${copyButton(id, label)}</span></figcaption>
        <pre tabindex="0" role="region" aria-label=${title}><code id=${id}></code></pre>
      </figure>
    </details>`;
}
