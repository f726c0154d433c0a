import { type TSchema, Type } from 'typebox';
import { SeedData } from '../../seed/schema.ts';
import { operation } from '../declaration/operation.ts';

export const seed = operation({
  name: 'seed',
  summary: 'Adds users, applications and tokens, and updates existing ones.',
  input: Type.Object(buildMembers(SeedData.properties)),
  errors: ['conflict'],
  http: {
    route: 'POST /_sparring/seed',
    tag: 'Data',
    description:
      'The body is a seed file as JSON. It is validated before anything is written. A rule with the `id` of another replaces it. The request is idempotent, except for rules without `id`.',
    success: 'The seed is applied.',
    examples: [
      {
        title: 'A new user',
        path: '/_sparring/seed',
        body: '{"users":[{"login":"newcomer","password":"correct-horse-1"}]}',
        status: 204,
      },
      { title: 'A member that is misspelt', path: '/_sparring/seed', body: '{"usrs":[]}', status: 422 },
    ],
  },
  run: (data, { serverState }) => serverState.seed(data),
});

/** Only the names of the members. The seed module checks the values, with better messages. */
function buildMembers(properties: Readonly<Record<string, TSchema>>) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description: unknown = Reflect.get(schema, 'description');
      return [name, Type.Optional(Type.Unknown({ description: `${description}, as in a seed file` }))];
    }),
  );
}
