import { type TSchema, Type } from 'typebox';
import { SeedData } from '../../seed/schema.ts';
import { endpoint } from '../context.ts';
import { problems, rejectUsage } from '../errors.ts';

export const seed = endpoint({
  path: '/_sparring/seed',
  methods: ['POST'],
  tag: 'Data',
  summary: 'Adds users, applications and tokens, and updates existing ones.',
  description:
    'The body is a seed file as JSON. It is validated before anything is written. The request is idempotent.',
  body: Type.Object(toMembers(SeedData.properties)),
  responses: { 204: 'The seed is applied.', ...problems(400, 403, 422) },
  examples: [
    {
      path: '/_sparring/seed',
      body: '{"users":[{"login":"newcomer","password":"correct-horse-1"}]}',
      status: 204,
    },
    { path: '/_sparring/seed', body: '{"usrs":[]}', status: 422 },
  ],

  async handle({ body, exchange, service }) {
    await service.serverState.seed(body).catch(rejectUsage);
    exchange.empty(204);
  },
});

/** Only the names of the members. The seed module checks the values, with better messages. */
function toMembers(properties: Readonly<Record<string, TSchema>>) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description: unknown = Reflect.get(schema, 'description');
      return [name, Type.Optional(Type.Unknown({ description: `${description}, as in a seed file` }))];
    }),
  );
}
