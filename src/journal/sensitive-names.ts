/** Names of fields whose values are masked where entries are shown. */
const FIELDS =
  'authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-amz-security-token|x-hub-signature[\\w-]*';

/** Also those of parameters of a query, fields of a form and members of JSON. */
const MEMBERS = `${FIELDS}|access_token|refresh_token|token|code|api_key|password|client_secret`;

const FIELD_NAME = new RegExp(`^(?:${FIELDS})$`, 'i');

const MEMBER_NAME = new RegExp(`^(?:${MEMBERS})$`, 'i');

export function isSensitiveField(name: string): boolean {
  return FIELD_NAME.test(name);
}

export function isSensitiveMember(name: string): boolean {
  return MEMBER_NAME.test(name);
}

/** The value of each sensitive member in JSON, also in JSON that is incomplete. Groups: before, name, value. */
export const JSON_MEMBERS = new RegExp(`("(${MEMBERS})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'gis');

/** The value of each sensitive parameter of a URL inside a text. Groups: before, name, value. */
export const URL_PARAMETERS = new RegExp(`([?&](${MEMBERS})=)([^&#\\s"'<>]*)`, 'gi');

/** The value of each sensitive field in the head of a message. Groups: before, name, value. */
export const FIELD_LINES = new RegExp(`(^(${FIELDS}):[ \\t]*)(.*)`, 'gim');
