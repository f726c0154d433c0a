/** The key of the preferences of all pages in the storage of the browser. Its value is an object as JSON. */
export const PREFERENCES_KEY = 'sparring';
