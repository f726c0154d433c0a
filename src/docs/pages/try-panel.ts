import type { Endpoint } from '#http/routing/endpoint.ts';
import { button } from '#pages/components/button.ts';
import { html, type Markup } from '#pages/html.ts';
import { parameterFields } from './parameter-fields.ts';

interface TryPanelOptions {
  readonly isDigest?: boolean;
  /** Whether the inspector of this origin shows the requests. */
  readonly hasInspector?: boolean;
}

/** The template of the form that the script adds to an example, to edit and send its request. */
export function tryPanel(endpoint: Endpoint, options: TryPanelOptions = {}): Markup {
  const { isDigest = false, hasInspector = false } = options;
  return html`
    <template id="try-panel">
      <form class="panel" autocomplete="off" novalidate data-template=${endpoint.path}>
        <div class="target">
          <label>Method <input class="in" name="method" size="7" spellcheck=${false} required /></label>
          <label>Path and query <input class="in" name="path" spellcheck=${false} required /></label>
        </div>
        ${parameterFields(endpoint)}
        <label>Headers, one per line <textarea class="in" name="fields" rows="2" spellcheck=${false} placeholder="Name: value"></textarea></label>
        <label class="body">Body <textarea class="in" name="body" rows="3" spellcheck=${false}></textarea></label>
        ${isDigest ? digestFields() : signInFields()}
        <div class="actions">
          ${button('Send', { kind: 'primary' })}
          <button type="button" class="btn stop" disabled>Stop</button>
          <button type="button" class="btn close">Close</button>
        </div>
        <div class="answer" hidden>
          <p class="outcome" role="status"></p>
          ${hasInspector ? html`<p class="inspect" hidden><a href="/_sparring/inspector">See it in the inspector</a></p>` : undefined}
          <ul class="notes"></ul>
          <div class="message" hidden>
            <pre class="head" tabindex="0" role="region" aria-label="Response headers"></pre>
            <pre class="content" tabindex="0" role="region" aria-label="Response content"></pre>
            <img class="image" alt="Image in the response" hidden />
            <p class="limits">Browsers show header names to a page sorted and in lower case, follow redirects, and hide cookies. The curl command shows the complete response.</p>
          </div>
        </div>
      </form>
    </template>`;
}

/** Credentials of the Basic scheme. The script shows them for examples that require a sign-in. */
function signInFields(): Markup {
  return html`
    <fieldset class="sign-in" hidden>
      <legend>Sign in</legend>
      <label>Login <input class="in" name="login" spellcheck=${false} autocapitalize="none" autocomplete="off" /></label>
      <label>Password <input class="in" name="password" type="password" autocomplete="off" /></label>
      <p>Sent with requests from this page. Not stored.</p>
    </fieldset>`;
}

/** Credentials of the digest scheme. The script sends the request, and answers the challenge of the response. */
function digestFields(): Markup {
  return html`
    <fieldset class="digest-sign-in">
      <legend>Digest sign-in</legend>
      <label>User name <input class="in" name="digest-user" spellcheck=${false} autocapitalize="none" autocomplete="off" /></label>
      <label>Password <input class="in" name="digest-password" type="password" autocomplete="off" /></label>
      <p>Sends the request, and a second one with the answer to the challenge. Cookies are not sent, so <code>require-cookie</code> fails here.</p>
      <p class="actions"><button type="button" class="btn send-digest">Send with digest</button></p>
    </fieldset>`;
}
