import type { Endpoint } from '#http/routing/endpoint.ts';
import { button } from '#pages/components/button.ts';
import { html, type Markup } from '#pages/html.ts';

/** A form that opens a WebSocket connection to the endpoint, sends messages and shows frames. Visible with the script only. */
export function webSocketConsole({ path }: Endpoint): Markup {
  return html`
    <section class="scripted" aria-labelledby="websocket-title">
      <h2 id="websocket-title">WebSocket console</h2>
      <form id="websocket" class="panel" autocomplete="off">
        <div class="pair">
          <label>URL <input class="in" name="url" value=${path} spellcheck=${false} required /></label>
          <label>Subprotocols, separated by commas <input class="in" name="protocols" spellcheck=${false} /></label>
        </div>
        <p class="actions">${button('Connect', { kind: 'primary', id: 'connect' })}</p>
        <label>Message <textarea class="in" name="message" rows="2" spellcheck=${false}>Hello</textarea></label>
        <p class="actions">
          <button type="button" class="btn send-text open-only">Send as text</button>
          <button type="button" class="btn send-bytes open-only">Send as bytes (hexadecimal)</button>
        </p>
        <div class="pair">
          <label>Close code <input class="in" name="code" type="number" value="1000" min="1000" max="4999" /></label>
          <label>Close reason <input class="in" name="reason" maxlength="123" /></label>
        </div>
        <p class="actions">
          <button type="button" class="btn disconnect open-only">Close the connection</button>
          <button type="button" class="btn clear">Clear the list</button>
        </p>
        <ol class="log" role="log" aria-label="Messages and events" tabindex="0"></ol>
        <p class="limits">Browsers let a page close with 1000 or 3000 to 4999 only, and show no ping, pong or fragments.</p>
      </form>
    </section>`;
}
