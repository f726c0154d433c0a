/**
 * Everything that the suite uses of the server: the kernel that serves the ports of cases, the decoder of HTTP/1, compositions of
 * responses, and the shell of pages. No other file of the package imports files of the server, but for the scripts in browsers, whose parts of the
 * server are in `page.ts`: the modules below need Node.
 */
export { defaultServerSettings } from '../../src/config/settings/settings.ts';
export { UsageError } from '../../src/config/usage-error.ts';
export { HttpError } from '../../src/http/errors/errors.ts';
export { readPart, readWholeBody } from '../../src/http/message/body/body.ts';
export { createBodyBudget } from '../../src/http/message/body/body-budget.ts';
export type { Exchange } from '../../src/http/message/exchange.ts';
export type { ExchangeRecorder } from '../../src/http/message/exchange-recorder.ts';
export { RequestsInProgress } from '../../src/http/message/requests-in-progress.ts';
export { TextContent } from '../../src/http/message/response.ts';
export { findViolations, matches } from '../../src/http/message/validation.ts';
export { createConcurrencyLimiter } from '../../src/http/routing/concurrency-limiter.ts';
export type { Service } from '../../src/http/routing/service.ts';
export {
  type CertificateOptions,
  type IssuedCertificate,
  issueCertificate,
  type SubjectName,
} from '../../src/http/server/certificate.ts';
export { openHttpServer } from '../../src/http/server/http-server.ts';
export { didYouMean } from '../../src/http/syntax/closest-match.ts';
export { type Field, fieldValues, hasField, toFields } from '../../src/http/syntax/fields.ts';
export { parsePairs } from '../../src/http/syntax/query.ts';
export { reasonPhrase } from '../../src/http/syntax/reason-phrases.ts';
export { escapeHtml, strip } from '../../src/http/syntax/text.ts';
export { loadBrowserScript } from '../../src/pages/browser-script.ts';
export { ICON_URL } from '../../src/pages/logo.ts';
export { pageStylesheet } from '../../src/pages/styles/stylesheet.ts';
export { createRuntime, type Runtime } from '../../src/runtime.ts';
export { readsBody } from '../../src/testing/responses/composition/body-phases.ts';
export type { Limits } from '../../src/testing/responses/composition/compose-plan.ts';
export { planOf } from '../../src/testing/responses/composition/composed-response.ts';
export { afterBody } from '../../src/testing/responses/plan/response-plan.ts';
export { sendPlan } from '../../src/testing/responses/send/send.ts';
export { version } from '../../src/version.ts';
export { listenOnAll, portOf } from '../../src/wire/driver/connection-port.ts';
export { resetConnection } from '../../src/wire/driver/socket/reset-connection.ts';
export type { WireError } from '../../src/wire/error.ts';
export { Http1Decoder } from '../../src/wire/http1/decoder.ts';
export type { Http1Handler } from '../../src/wire/http1/handler.ts';
export { DEFAULT_HTTP1_LIMITS } from '../../src/wire/http1/limits.ts';
export type { RawWire } from '../../src/wire/port.ts';
export type { RequestHead } from '../../src/wire/request-head.ts';
