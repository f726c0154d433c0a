import { checkAgainst, type PlaceOf } from '../config/check.ts';
import { SeedData } from './schema.ts';

/** @throws UsageError for the first thing that does not fit, naming its place. */
export function checkSeed(data: unknown, placeOf: PlaceOf): SeedData {
  return checkAgainst(SeedData, data, placeOf);
}
