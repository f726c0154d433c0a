/**
 * Content with more items than a parser reads, such as the parts of a multipart body. The message is a sentence for clients, who
 * get it with 413 (RFC 9110 §15.5.14).
 */
export class ContentLimitError extends Error {
  override name = 'ContentLimitError';
}
