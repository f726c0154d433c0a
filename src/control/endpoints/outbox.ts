import { Type } from 'typebox';
import { exampleUser } from '../../authorizations/example-accounts.ts';
import { endpoint } from '../context.ts';
import { missing, problems } from '../errors.ts';
import { MessageView, readOutbox } from '../outbox.ts';

export const outbox = endpoint({
  path: '/_sparring/outbox',
  methods: ['GET'],
  tag: 'Data',
  summary: 'Lists text messages and e-mails that the server would have sent, newest first.',
  query: {
    login: Type.Optional(Type.String({ description: 'Messages to this user.' })),
    limit: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: 'Maximum number of messages.',
    }),
  },
  responses: {
    200: Type.Object({ messages: Type.Array(MessageView) }),
    ...problems(400, 403, 404),
  },
  examples: [
    { path: `/_sparring/outbox?login=${exampleUser.login}&limit=1`, status: 200 },
    { path: '/_sparring/outbox?login=nobody', status: 404 },
    { path: '/_sparring/outbox?logn=mona', status: 400 },
  ],

  async handle({ query, exchange, service }) {
    const messages = await readOutbox(service, query.login, query.limit);
    if (!messages) throw missing(`There is no user ${query.login}.`);
    exchange.json(200, { messages });
  },
});
