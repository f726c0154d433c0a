/** Maximum number of processes of one server. */
export const MAX_WORKERS = 100;
