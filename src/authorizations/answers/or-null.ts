import { type TSchema, type TSchemaOptions, Type } from 'typebox';

/** A schema of what may be missing, which answers say with null. */
export function orNull<Schema extends TSchema>(schema: Schema, options?: TSchemaOptions) {
  return Type.Union([schema, Type.Null()], options);
}
