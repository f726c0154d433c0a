/** Names whose values are masked where entries are shown. */
export interface SensitiveNames {
  isField(name: string): boolean;
  /** Whether a parameter of a query, a field of a form or a member of JSON is sensitive. */
  isMember(name: string): boolean;
  /** The value of each sensitive member in JSON, also in JSON that is incomplete. Groups: before, name, value. */
  readonly jsonMembers: RegExp;
  /** The value of each sensitive parameter of a URL inside a text. Groups: before, name, value. */
  readonly urlParameters: RegExp;
  /** The value of each sensitive field in the head of a message. Groups: before, name, value. */
  readonly fieldLines: RegExp;
}

/** @param extra further names of fields, parameters and members. */
export function sensitiveNames(extra: readonly string[] = []): SensitiveNames {
  const more = extra.map((name) => name.toLowerCase());
  const fields = [...FIELDS, ...more];
  const members = [...fields, ...PARAMETERS];
  const isField = (name: string) =>
    fields.includes(name.toLowerCase()) || name.toLowerCase().startsWith(SIGNATURE);
  const fieldPattern = `${toAlternatives(fields)}|${SIGNATURE}[\\w-]*`;
  const memberPattern = `${toAlternatives(members)}|${SIGNATURE}[\\w-]*`;
  return {
    isField,
    isMember: (name) => members.includes(name.toLowerCase()) || isField(name),
    jsonMembers: new RegExp(`("(${memberPattern})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'gi'),
    urlParameters: new RegExp(`([?&](${memberPattern})=)([^&#\\s"'<>]*)`, 'gi'),
    fieldLines: new RegExp(`(^(${fieldPattern}):[ \\t]*)(.*)`, 'gim'),
  };
}

function toAlternatives(names: readonly string[]): string {
  return names.map((name) => RegExp.escape(name)).join('|');
}

const FIELDS: readonly string[] = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-amz-security-token',
];

const PARAMETERS: readonly string[] = [
  'access_token',
  'refresh_token',
  'token',
  'code',
  'api_key',
  'password',
  'client_secret',
];

/** Begin of the names of the signatures of webhooks. */
const SIGNATURE = 'x-hub-signature';
