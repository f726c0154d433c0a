import type { RecordedFailure } from '../recording/record.ts';

/** A connection without a valid request, in one sentence: the title of its entry in lists, details, the command line and HAR. */
export function failureTitle({ kind, code }: Pick<RecordedFailure, 'kind' | 'code'>): string {
  if (kind === 'no-request') return 'Connection without a request';
  if (kind === 'parser-error') return PARSER_TITLES[code ?? ''] ?? 'The parser rejected the request';
  return TLS_TITLES[formatFailureReason(code ?? '')] ?? 'The TLS handshake failed';
}

/** OpenSSL names alerts after the version of TLS that defined them: `ERR_SSL_TLSV1_ALERT_UNKNOWN_CA` is `ALERT_UNKNOWN_CA`. */
function formatFailureReason(code: string): string {
  return code.replace(/^ERR_SSL_(?:(?:SSLV3|TLSV1|TLSV13|SSL\/TLS)_(?=ALERT_))?/, '');
}

/** Codes by which only an error of the server itself stops the parser. */
const SERVER_ERROR = 'The parser of the server stopped';

/** By the codes of Node's parser, and those that the server gives itself. */
const PARSER_TITLES: Readonly<Record<string, string>> = {
  HPE_CLOSED_CONNECTION: 'Bytes follow the last request of the connection',
  HPE_CR_EXPECTED: 'A line end is not CRLF',
  HPE_LF_EXPECTED: 'A line end is not CRLF',
  HPE_STRICT: 'A line end is not CRLF',
  HPE_HEADER_OVERFLOW: 'The head is too large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'The extensions of the chunks are too long',
  HPE_INVALID_CHUNK_SIZE: 'The size of a chunk is not a hexadecimal number',
  HPE_INVALID_CONSTANT: 'The request line does not end with a version of HTTP',
  HPE_INVALID_CONTENT_LENGTH: 'Content-Length is not a number, or is beside Transfer-Encoding',
  HPE_INVALID_EOF_STATE: 'The client closed the connection within the request',
  HPE_INVALID_HEADER_TOKEN: 'A header has an invalid character',
  HPE_INVALID_METHOD: 'The first word is not a method that the parser knows',
  HPE_INVALID_STATUS: 'The status is not a number',
  HPE_INVALID_TRANSFER_ENCODING: 'Transfer-Encoding does not end with chunked, or is beside Content-Length',
  HPE_INVALID_URL: 'The request target has an invalid character',
  HPE_INVALID_VERSION: 'The request line does not have a known version of HTTP',
  HPE_PAUSED_H2_UPGRADE: 'The client uses HTTP/2, which this port does not accept without TLS',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'Content-Length is repeated',
  HPE_UNEXPECTED_SPACE: 'A space is not allowed at this place',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request was not complete in time',
  RST_STREAM: 'The server reset a stream whose head is too large or not valid',
  ERR_HTTP2_ERROR: 'The bytes are not HTTP/2',
  ERR_HTTP2_TOO_MANY_INVALID_FRAMES: 'The client sent too many invalid frames of HTTP/2',
  CONNECT: 'CONNECT asks for a tunnel, which the server does not offer',
  HPE_INTERNAL: SERVER_ERROR,
  HPE_PAUSED: SERVER_ERROR,
  HPE_PAUSED_UPGRADE: SERVER_ERROR,
  HPE_USER: SERVER_ERROR,
};

/** By the reasons of OpenSSL, and the codes of Node. Those with ALERT are what the client sent. */
const TLS_TITLES: Readonly<Record<string, string>> = {
  ALERT_UNKNOWN_CA: 'The client does not trust the certificate',
  ALERT_BAD_CERTIFICATE: 'The client rejected the certificate',
  ALERT_CERTIFICATE_UNKNOWN: 'The client rejected the certificate',
  ALERT_CERTIFICATE_EXPIRED: 'For the client, the certificate has expired',
  ALERT_CERTIFICATE_REVOKED: 'For the client, the certificate is revoked',
  ALERT_UNSUPPORTED_CERTIFICATE: 'The client does not support the certificate',
  ALERT_HANDSHAKE_FAILURE: 'The client accepts none of the parameters of TLS that the server offers',
  ALERT_INSUFFICIENT_SECURITY: 'The parameters of TLS are not secure enough for the client',
  ALERT_PROTOCOL_VERSION: 'The client does not support the version of TLS that the server chose',
  ALERT_NO_APPLICATION_PROTOCOL: 'The client does not accept the protocol of ALPN that the server chose',
  ALERT_ILLEGAL_PARAMETER: 'The client rejected a message of the TLS handshake',
  ALERT_DECODE_ERROR: 'The client rejected a message of the TLS handshake',
  ALERT_DECRYPT_ERROR: 'The client rejected a message of the TLS handshake',
  ALERT_UNEXPECTED_MESSAGE: 'The client rejected a message of the TLS handshake',
  ALERT_MISSING_EXTENSION: 'The client rejected a message of the TLS handshake',
  ALERT_RECORD_OVERFLOW: 'The client rejected a message of the TLS handshake',
  ALERT_BAD_RECORD_MAC: 'The client rejected a message of the TLS handshake',
  ALERT_ACCESS_DENIED: 'The client ended the TLS handshake',
  ALERT_INTERNAL_ERROR: 'The client ended the TLS handshake by an error of its own',
  ALERT_USER_CANCELLED: 'The client cancelled the TLS handshake',
  BAD_EXTENSION: 'A message of the TLS handshake is malformed',
  BAD_RECORD_TYPE: 'A message of the TLS handshake is malformed',
  LENGTH_MISMATCH: 'A message of the TLS handshake is malformed',
  LENGTH_TOO_SHORT: 'A message of the TLS handshake is malformed',
  UNEXPECTED_MESSAGE: 'A message of the TLS handshake is malformed',
  DECRYPTION_FAILED_OR_BAD_RECORD_MAC: 'A message of the TLS handshake is malformed',
  HTTP_REQUEST: 'The client sent a request without TLS',
  HTTPS_PROXY_REQUEST: 'The client sent CONNECT without TLS',
  PACKET_LENGTH_TOO_LONG: 'The bytes are not those of TLS',
  UNKNOWN_PROTOCOL: 'The bytes are not those of TLS',
  WRONG_VERSION_NUMBER: 'The bytes are not those of TLS',
  INAPPROPRIATE_FALLBACK: 'The client fell back to an older version of TLS than both sides support',
  NO_APPLICATION_PROTOCOL: 'The client offers no protocol of ALPN that the server supports',
  NO_SHARED_CIPHER: 'The client offers no cipher that the server accepts',
  NO_SUITABLE_GROUPS: 'The client offers no key exchange that the server accepts',
  NO_SUITABLE_KEY_SHARE: 'The client offers no key exchange that the server accepts',
  NO_SHARED_GROUP: 'The client offers no key exchange that the server accepts',
  NO_SHARED_GROUPS: 'The client offers no key exchange that the server accepts',
  NO_SUITABLE_SIGNATURE_ALGORITHM: 'The client offers no signature algorithm that the server accepts',
  NO_SHARED_SIGNATURE_ALGORITHMS: 'The client offers no signature algorithm that the server accepts',
  UNEXPECTED_EOF_WHILE_READING: 'The client closed the connection within the TLS handshake',
  UNSUPPORTED_PROTOCOL: 'The client supports only versions of TLS that the server rejects',
  VERSION_TOO_LOW: 'The client supports only versions of TLS that the server rejects',
  WRONG_SSL_VERSION: 'The client supports only versions of TLS that the server rejects',
  ECONNRESET: 'The client closed the connection within the TLS handshake',
  EPIPE: 'The client closed the connection within the TLS handshake',
  ERR_TLS_HANDSHAKE_TIMEOUT: 'The TLS handshake was not complete in time',
};
