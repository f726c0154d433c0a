import { formDecode } from '#http/syntax/percent.ts';
import { maskJson } from './mask-json.ts';
import { isSensitiveField, isSensitiveMember } from './sensitive-names.ts';

/** Masks the values of sensitive names. */
export interface ValueMask {
  value(secret: string): string;
  /** Keeps the scheme of credentials, and names and attributes of cookies. */
  field(name: string, value: string): string;
}

/** Masks the sensitive parameters and the user information of URLs, and the sensitive members of JSON. */
export function maskText(text: string, masks: ValueMask): string {
  return maskPairs(maskJson(text, masks.field), URL_PARAMETERS, masks).replace(
    USER_INFORMATION,
    (_, information: string) => {
      const colon = information.indexOf(':');
      return `://${information.slice(0, colon + 1)}${masks.value(information.slice(colon + 1))}@`;
    },
  );
}

/** Masks the sensitive fields of a form, as those of a query. */
export function maskForm(text: string, masks: ValueMask): string {
  return maskPairs(text, FORM_FIELDS, masks);
}

/** Masks the sensitive fields of the head of a message. */
export function maskFieldLines(text: string, masks: ValueMask): string {
  return text.replace(FIELD_LINES, (line, before: string, name: string, value: string) =>
    isSensitiveField(name) ? before + masks.field(name, value) : line,
  );
}

function maskPairs(text: string, pairs: RegExp, masks: ValueMask): string {
  return text.replace(pairs, (pair, before: string, name: string, value: string) =>
    isSensitiveMember(formDecode(name)) ? before + masks.value(value) : pair,
  );
}

/** A parameter of a URL inside a text, also of one in JSON, which has escapes. Groups: before, name, value. */
const URL_PARAMETERS = /([?&]([^=&?#\s"'<>\\]+)=)((?:\\.|[^&#\s"'<>\\])*)/g;

/** Also at the beginning of a line, as in the body of a rejected request. */
const FORM_FIELDS = /((?:^|[?&])([^=&?#\s"'<>\\]+)=)([^&#\s]*)/gm;

/** User and password in a URL (RFC 3986 §3.2.1). */
const USER_INFORMATION = /:\/\/([^\s/?#"'<>@]+)@/g;

/** A line of a head, with those that continue its value (RFC 9112 §5.2). Groups: before, name, value. */
const FIELD_LINES = /^(([\w!#$%&'*+.^`|~-]+)[ \t]*:[ \t]*)([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/gm;
