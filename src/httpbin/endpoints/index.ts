import type { Endpoint } from '../../http/endpoint.ts';
import { get } from './get.ts';

/** Every endpoint of the testing service, in the order of its documentation. */
export const endpoints: readonly Endpoint[] = [get];
