import { AdapterRequest, Hello, Outcome } from '@sparring/conformance';
import { Type } from 'typebox';

/** The first line that an adapter gets. */
const FirstLine = Type.Object({
  hello: Type.Literal(1),
  suite: Type.String({ description: 'The version of the suite.' }),
  ca: Type.String({ description: 'The certificate authority of the suite, in PEM.' }),
  caFile: Type.String({ description: 'The name of a file with it.' }),
});

/** The end of a session, which has no answer. */
const End = Type.Object({ end: Type.String({ description: 'The name of the session.' }) });

const RequestLine = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  case: Type.String({ description: 'For logs: an adapter that reads it tests itself.' }),
  ...AdapterRequest.properties,
});

/** The published schema of the lines between the suite and an adapter. */
export function buildProtocolSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Lines between sparring conformance and an adapter',
    description:
      'Each line is one of these: firstLine, request and end from the suite; hello and outcome from the adapter.',
    oneOf: ['firstLine', 'request', 'end', 'hello', 'outcome'].map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: {
      firstLine: FirstLine,
      request: RequestLine,
      end: End,
      hello: { ...Hello, not: { required: ['caFile'] } },
      outcome: { ...Outcome, not: { required: ['method'] } },
    },
  };
}
