/** The statuses that forms offer, with their reason phrases. */
export const STATUSES = [
  ['200', 'OK'],
  ['201', 'Created'],
  ['202', 'Accepted'],
  ['204', 'No Content'],
  ['400', 'Bad Request'],
  ['401', 'Unauthorized'],
  ['403', 'Forbidden'],
  ['404', 'Not Found'],
  ['409', 'Conflict'],
  ['429', 'Too Many Requests'],
  ['500', 'Internal Server Error'],
  ['502', 'Bad Gateway'],
  ['503', 'Service Unavailable'],
  ['504', 'Gateway Timeout'],
] as const;
