import { Type } from 'typebox';
import { CONDITIONAL, sendRepresentation } from '#http/message/representation.ts';
import { endpoint } from '../context/context.ts';

const Entry = Type.Object({
  kind: Type.Enum(['endpoint', 'guide', 'setting', 'fault', 'command']),
  url: Type.String(),
  title: Type.String({
    description: 'Path of an endpoint, title of a guide, or name of a setting, fault or command.',
  }),
  methods: Type.Optional(Type.Array(Type.String())),
  heading: Type.Optional(Type.String({ description: 'Heading of a section, or tag of an endpoint.' })),
  parameters: Type.Optional(Type.Array(Type.String())),
  synonyms: Type.Optional(
    Type.Record(Type.String(), Type.Integer(), {
      description: 'Words that find the entry, with its place among their targets.',
    }),
  ),
  summary: Type.String(),
  text: Type.Optional(Type.String()),
});

export const searchData = endpoint({
  path: '/docs/search.json',
  tag: 'Documentation',
  summary: 'Returns the data of the search, which the pages load when the search field gets the focus.',
  responses: { 200: Type.Array(Entry), ...CONDITIONAL },
  examples: [
    { path: '/docs/search.json', status: 200, responseFields: [['Content-Type', 'application/json']] },
  ],

  async handle({ exchange, service }) {
    const data = await service.pages.get(exchange.route.template, async () => ({
      fields: FIELDS,
      content: Buffer.from(JSON.stringify((await service.loadSearch()).entries)),
    }));
    await sendRepresentation(exchange, data);
  },
});

const FIELDS = [
  ['Content-Type', 'application/json'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;
