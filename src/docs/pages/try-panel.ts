import type { Html, Markup } from '../../http/pages/page.ts';

/** The form that the script puts under an example, to send it from here; and where the answer is shown. */
export function tryPanel(html: Html): Markup {
  return html`
    <template id="try-panel">
      <form class="panel" autocomplete="off">
        <div class="target">
          <label>Method <input name="method" size="7" spellcheck=${false} required /></label>
          <label>Path and query <input name="path" spellcheck=${false} required /></label>
        </div>
        <label>Header fields, a line each <textarea name="fields" rows="2" spellcheck=${false} placeholder="Name: value"></textarea></label>
        <label class="body">Body <textarea name="body" rows="3" spellcheck=${false}></textarea></label>
        <fieldset class="sign-in" hidden>
          <legend>Sign in</legend>
          <label>Login <input name="login" spellcheck=${false} autocapitalize="none" autocomplete="off" /></label>
          <label>Password <input name="password" type="password" autocomplete="off" /></label>
          <p>They go with what you send from this page, and are forgotten with it.</p>
        </fieldset>
        <div class="actions">
          <button class="send">Send</button>
          <button type="button" class="stop" disabled>Stop</button>
          <button type="button" class="close">Close</button>
        </div>
        <div class="answer" hidden>
          <p class="outcome" role="status"></p>
          <ul class="notes"></ul>
          <div class="message" hidden>
            <pre class="head" tabindex="0" role="region" aria-label="Header fields of the answer"></pre>
            <pre class="content" tabindex="0" role="region" aria-label="Content of the answer"></pre>
            <img class="picture" alt="The picture that came" hidden />
            <p class="limits">A browser hands a page the fields in small letters and sorted, follows redirects by itself, and keeps cookies to itself; the curl line shows all.</p>
          </div>
        </div>
      </form>
    </template>`;
}
