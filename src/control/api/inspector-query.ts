import { Type } from 'typebox';
import { BIN_NAME } from '#bins/bin-name.ts';

/** The query of each page of the inspector. */
export const inspectorQuery = {
  bin: Type.Optional(
    Type.String({ pattern: BIN_NAME.source, description: 'The bin that the page is limited to.' }),
  ),
  filter: Type.String({ default: '', description: 'A filter as of `/_sparring/requests`.' }),
  undo: Type.Optional(
    Type.String({ maxLength: 64, description: 'The key of a removal, which the page offers to undo.' }),
  ),
};

/** The query of a page whose path has ids. */
export const runQuery = {
  run: Type.Optional(
    Type.String({ maxLength: 20, description: 'The start of the server that the ids belong to.' }),
  ),
};
