import { HttpError } from '#http/errors/errors.ts';
import { endpoint } from '../request/context.ts';
import { echoMessages } from '../websocket/echo.ts';

export const websocketEcho = endpoint({
  path: '/websocket/echo',
  tag: 'Dynamic data',
  summary: 'Echoes every message of a WebSocket connection.',
  description:
    'Text and binary messages keep their type, and are compressed if the client offers `permessage-deflate` (RFC 7692). The maximum size of a message is `--max-body-size`, in any number of fragments; `max_message_size` reduces it. The server closes the connection with 1009 for a larger message, 1008 after 16,384 empty fragments in a message, 1013 when its memory limit is reached, and 1001 after `--max-duration`.',
  responses: {
    101: 'The connection switches to WebSocket.',
    400: '`max_message_size` is not a positive integer, or the handshake is not valid.',
    426: 'The request is not a WebSocket request.',
    503: 'The memory for messages is exhausted.',
  },
  compare: {
    'go-httpbin': ['better', 'Supports compression; bounds the size of messages, not their fragments.'],
  },
  examples: [{ title: 'Without an upgrade', path: '/websocket/echo', status: 426 }],

  handle() {
    throw new HttpError(426, 'This endpoint requires a WebSocket client.', {
      fields: [['Upgrade', 'websocket']],
    });
  },

  upgrade: echoMessages,
});
