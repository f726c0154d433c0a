import { HttpError } from '../../http/errors.ts';
import { endpoint } from '../context.ts';
import { echoMessages } from '../websocket-echo.ts';

export const websocketEcho = endpoint({
  path: '/websocket/echo',
  methods: ['GET'],
  tag: 'Dynamic data',
  summary: 'Echoes every message of a WebSocket connection.',
  description:
    'Text comes back as text and bytes as bytes. `max_message_size` lowers the bound of a message; over it the connection is closed with 1009. It is closed with 1001 when the longest time that anything may take has passed.',
  responses: { 101: 'The connection speaks WebSocket from here on.', 426: 'This is no WebSocket request.' },
  examples: [{ path: '/websocket/echo', status: 426 }],

  handle() {
    throw new HttpError(426, 'Open this with a WebSocket client.', { fields: [['Upgrade', 'websocket']] });
  },

  upgrade: echoMessages,
});
