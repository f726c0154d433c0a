/** The cookie that signs a browser in to the pages about accounts. Nothing else on this origin may set it. */
export const SESSION_COOKIE = 'sparring_session';
