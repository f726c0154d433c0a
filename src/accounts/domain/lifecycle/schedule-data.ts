import { type Static, Type } from 'typebox';
import { timestampExpectation, timestampPattern } from '#http/syntax/timestamp.ts';

// A description is the text after "must be" in error messages.
const Timestamp = Type.String({ pattern: timestampPattern, description: timestampExpectation });

const Text = Type.String({
  pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f\\ud800-\\udfff]{1,2000}$',
  description: '1 to 2000 characters',
});

export const PhaseName = Type.Union(
  [Type.Literal('supported'), Type.Literal('deprecated'), Type.Literal('brownout'), Type.Literal('removed')],
  { description: 'supported, deprecated, brownout or removed' },
);

export const PhaseData = Type.Object(
  {
    phase: PhaseName,
    from: Type.Optional(Timestamp),
    until: Type.Optional(Timestamp),
    status: Type.Optional(
      Type.Union([Type.Integer({ minimum: 400, maximum: 599 }), Type.String({ pattern: '^[45]\\d\\d$' })], {
        description: 'a status from 400 to 599',
      }),
    ),
    message: Type.Optional(Text),
    documentation_url: Type.Optional(
      Type.String({
        pattern: '^https?://[!-;=?-~]{1,1000}$',
        description: 'a URL that begins with http:// or https://',
      }),
    ),
    body: Type.Optional(
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String({ maxLength: 100_000 })], {
        description: 'an object, which is sent as JSON, or a text, which is sent as HTML',
      }),
    ),
    headers: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Type.String({ pattern: '^[\\t -~]{0,2000}$' }), Type.Integer(), Type.Null()], {
          description: 'a value in ASCII, or null to omit the header',
        }),
        { description: 'an object of headers' },
      ),
    ),
  },
  { additionalProperties: false, description: 'an object with phase, from and until' },
);

const DeprecationFormat = Type.Union([Type.Literal('http-date'), Type.Literal('rfc-9745')], {
  description: 'http-date or rfc-9745',
});

const Phases = Type.Array(PhaseData, { minItems: 1, maxItems: 1000, description: 'a list of phases' });

/**
 * A schedule file: the phases of `/authorizations` and its grants, those of tokens in the path, and the format of the
 * date in `Deprecation`.
 */
export const ScheduleData = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: 'the URL of this schema, for editors' })),
    phases: Phases,
    path_tokens: Type.Optional(Phases),
    deprecation_format: Type.Optional(DeprecationFormat),
  },
  { additionalProperties: false, description: 'an object with phases' },
);

export type PhaseData = Static<typeof PhaseData>;
export type ScheduleData = Static<typeof ScheduleData>;

/** The JSON Schema of schedule files, for editors. */
export function buildScheduleSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Schedule file of Sparring',
    ...ScheduleData,
  };
}
