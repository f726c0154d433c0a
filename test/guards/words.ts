/** Words that the project does not use, and what to write instead. */
export const BANNED: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(?:he|his|him|himself)\b/i, 'the user, the client, they'],
  [/\b(?:whoever|whosoever|whomever|somebody)\b/i, 'the user, the client, the caller'],
  [/\bdice\b/i, 'random source, seeded generator'],
  [/Recall\b|\brecall(?:ed|s)?\b/, 'cache, cached'],
  [/\bLater\b(?=[<,;]| \}| from)/, 'Promise'],
  [/\bunder way\b/i, 'in progress, in flight'],
  [/\bmanners?\b|\bManner|manner\.ts/, 'ResponseFormat, behaviour'],
  [/\bGate\b/, 'ConcurrencyLimiter'],
  [/AuthorizationParts\b/, 'AuthorizationContext, dependencies'],
  [/\btoMoment\b|\bMoment\b|\bmoment\.ts/, 'timestamp, parseTimestamp'],
  [/refusals?\b|Refusals?\b|[a-z]Refusal/, 'ApiError, error, rejection'],
  [/\badmission\b|Admission\b|\badmit(?:s|ted)?\b/i, 'authentication, authorization'],
  [/\bneighbours?\b/i, 'external changes'],
  [/\bgone[A-Z]|\bGone[A-Z]|\/gone\.ts/, 'deleted'],
  [/\bdoomed\b/i, 'to delete'],
  [/\bstrays?\b/i, 'unknown keys'],
  [/harmless/i, 'untrusted content'],
  [/\bpictures?\b/i, 'request echo, image'],
  [/\bkeep-?out\b/i, 'what is rejected'],
  [/\b(?:MOST|LONGEST|ENOUGH|ECHO)(?:_[A-Z]|\b)/, 'MAX_…, FLUSH_THRESHOLD, DEBOUNCE_MS'],
  [/\bTold\b/, 'result, report'],
  [/\bcomplain/i, 'report'],
  [/\bthe house\b|\bof the house\b|^house:/i, 'architecture, project'],
  [/\blet(?:s|ting)? in\b/i, 'authorized, accepted'],
  [/\bits last days\b|\bway to its end\b/i, 'deprecation and removal'],
  [/\b(?:nought|whence|whither|lest|thereof|yonder)\b/i, 'zero, from where, so that … not'],
];

/** Folders and files in which banned words remain. The longest match counts. The list only shrinks. */
export const UNFINISHED: readonly string[] = [];
