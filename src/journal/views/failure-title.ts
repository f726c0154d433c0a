import type { RecordedFailure } from '../recording/record.ts';

/** A connection without a valid request, in one sentence: the title of its entry in lists, details, the command line and HAR. */
export function failureTitle({
  kind,
  code,
  message,
}: Pick<RecordedFailure, 'kind' | 'code' | 'message'>): string {
  switch (kind) {
    case 'no-request':
      return 'Connection without a request';
    case 'parser-error':
      if (HTTP2_VERSION.test(message ?? ''))
        return 'The client uses HTTP/2, which this connection does not accept';
      if (message?.startsWith('TLS handshake'))
        return 'The client sent a TLS handshake to a port without TLS';
      return PARSER_TITLES[code ?? ''] ?? message ?? 'The request was rejected';
    case 'tls-error':
      return TLS_TITLES[formatFailureReason(code ?? '')] ?? 'The TLS handshake failed';
  }
}

/** OpenSSL names alerts after the version of TLS that defined them: `ERR_SSL_TLSV1_ALERT_UNKNOWN_CA` is `ALERT_UNKNOWN_CA`. */
function formatFailureReason(code: string): string {
  return code.replace(/^ERR_SSL_(?:(?:SSLV3|TLSV1|TLSV13|SSL\/TLS)_(?=ALERT_))?/, '');
}

/** The preface of HTTP/2 is a request line with this version (RFC 9113 §3.4). */
const HTTP2_VERSION = /^Version 2\.0 /;

/** By the kinds of errors whose sentence says less. */
const PARSER_TITLES: Readonly<Record<string, string>> = {
  incomplete: 'The client closed the connection within the request',
  timeout: 'The request was not complete in time',
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
