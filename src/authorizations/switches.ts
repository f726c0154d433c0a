import type { AuthorizationOptions } from './options.ts';

/** How strict the interface is, where releases do not decide it. */
export type Switches = Readonly<Pick<AuthorizationOptions, 'privateMode' | 'lenientPut' | 'putLocation'>>;
