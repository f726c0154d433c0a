import type { Field } from '#http/syntax/fields.ts';
import type { Members } from './members.ts';

/** Names and values of a list. @throws EntryProblem */
export function readPairs(members: Members, name: string): Field[] {
  return members.objects(name).map((pair): Field => {
    const written = pair.text('name');
    if (written === undefined) throw pair.problem('name', 'must be a text');
    return [written, pair.text('value') ?? ''];
  });
}

/**
 * The header fields of a message. The protocol of Chromium joins the values of repeated fields by line feeds, and some
 * recorders write what it reports. @throws EntryProblem
 */
export function readFields(members: Members): Field[] {
  return readPairs(members, 'headers').flatMap(([name, value]) =>
    value.split(/\r?\n/).map((line): Field => [name, line]),
  );
}
