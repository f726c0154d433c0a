import { checkAgainst, type PlaceOf } from '../config/check.ts';
import { SeedData } from './schema.ts';

/** @throws UsageError with the place of the first error. */
export function checkSeed(data: unknown, placeOf: PlaceOf): SeedData {
  return checkAgainst(SeedData, data, placeOf);
}
