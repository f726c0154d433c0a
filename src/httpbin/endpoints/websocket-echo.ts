import { HttpError } from '../../http/errors.ts';
import { endpoint } from '../context.ts';
import { echoMessages } from '../websocket/echo.ts';

export const websocketEcho = endpoint({
  path: '/websocket/echo',
  methods: ['GET'],
  tag: 'Dynamic data',
  summary: 'Echoes every message of a WebSocket connection.',
  description:
    'Text comes back as text and bytes as bytes, compressed where the client offers `permessage-deflate` (RFC 7692). A message may be as large as `--max-body-size`, in any number of fragments; `max_message_size` lowers that. The connection is closed with 1009 above it, with 1008 after 16,384 empty fragments of one message, with 1013 when the server holds too many bytes of other clients, and with 1001 after `--max-duration`.',
  responses: { 101: 'The connection speaks WebSocket from here on.', 426: 'This is no WebSocket request.' },
  compare: {
    'go-httpbin': ['better', 'Supports compression; bounds the size of messages, not their fragments.'],
  },
  examples: [{ path: '/websocket/echo', status: 426 }],

  handle() {
    throw new HttpError(426, 'Open this with a WebSocket client.', { fields: [['Upgrade', 'websocket']] });
  },

  upgrade: echoMessages,
});
