import type { Endpoint } from '#http/routing/endpoint.ts';
import { absoluteRedirect } from './absolute-redirect.ts';
import { anything, anythingBelow } from './anything.ts';
import { base64 } from './base64.ts';
import { base64Decode } from './base64-decode.ts';
import { base64Encode } from './base64-encode.ts';
import { basicAuth } from './basic-auth.ts';
import { bearer } from './bearer.ts';
import { brotli } from './brotli.ts';
import { bytes } from './bytes.ts';
import { cache, cacheFor } from './cache.ts';
import { compose, composeByPath } from './compose.ts';
import { checkComposition, composeBuilder } from './compose-builder.ts';
import { builderScript } from './compose-builder-js.ts';
import { compressed } from './compressed.ts';
import { cookies } from './cookies.ts';
import { deleteCookies } from './cookies-delete.ts';
import { setCookie, setCookies } from './cookies-set.ts';
import { deflate } from './deflate.ts';
import { delay } from './delay.ts';
import { deleteEndpoint } from './delete.ts';
import { deny } from './deny.ts';
import { digestAuth, digestAuthAlgorithm, digestAuthStaleAfter } from './digest-auth.ts';
import { drip } from './drip.ts';
import { dumpRequest } from './dump-request.ts';
import { encodingUtf8 } from './encoding-utf8.ts';
import { env } from './env.ts';
import { etag } from './etag.ts';
import { formsPost } from './forms-post.ts';
import { get } from './get.ts';
import { gzip } from './gzip.ts';
import { head } from './head.ts';
import { headers } from './headers.ts';
import { hiddenBasicAuth } from './hidden-basic-auth.ts';
import { hostname } from './hostname.ts';
import { html } from './html.ts';
import { image } from './image.ts';
import { imageJpeg } from './image-jpeg.ts';
import { imagePng } from './image-png.ts';
import { imageSvg } from './image-svg.ts';
import { imageWebp } from './image-webp.ts';
import { ip } from './ip.ts';
import { json } from './json.ts';
import { jsonl } from './jsonl.ts';
import { links, linksOffset } from './links.ts';
import { multipart } from './multipart.ts';
import { patch } from './patch.ts';
import { payload } from './payload.ts';
import { post } from './post.ts';
import { put } from './put.ts';
import { range } from './range.ts';
import { raw } from './raw.ts';
import { redirect } from './redirect.ts';
import { redirectTo } from './redirect-to.ts';
import { relativeRedirect } from './relative-redirect.ts';
import { responseHeaders } from './response-headers.ts';
import { robotsTxt } from './robots-txt.ts';
import { sse } from './sse.ts';
import { status } from './status.ts';
import { stream } from './stream.ts';
import { streamBytes } from './stream-bytes.ts';
import { trailers } from './trailers.ts';
import { unstable } from './unstable.ts';
import { upload } from './upload.ts';
import { userAgent } from './user-agent.ts';
import { uuid } from './uuid.ts';
import { websocketEcho } from './websocket-echo.ts';
import { xml } from './xml.ts';
import { zstd } from './zstd.ts';

/** Every endpoint of the testing service, in the order of its documentation. */
export const endpoints: readonly Endpoint[] = [
  get,
  post,
  put,
  deleteEndpoint,
  patch,
  head,
  basicAuth,
  hiddenBasicAuth,
  bearer,
  digestAuth,
  digestAuthAlgorithm,
  digestAuthStaleAfter,
  status,
  unstable,
  headers,
  ip,
  userAgent,
  dumpRequest,
  payload,
  multipart,
  hostname,
  env,
  raw,
  upload,
  responseHeaders,
  trailers,
  cache,
  cacheFor,
  etag,
  json,
  xml,
  html,
  robotsTxt,
  deny,
  encodingUtf8,
  formsPost,
  gzip,
  deflate,
  brotli,
  zstd,
  compressed,
  uuid,
  base64,
  base64Encode,
  base64Decode,
  delay,
  bytes,
  streamBytes,
  stream,
  range,
  drip,
  links,
  linksOffset,
  jsonl,
  sse,
  websocketEcho,
  cookies,
  setCookie,
  setCookies,
  deleteCookies,
  image,
  imageJpeg,
  imagePng,
  imageSvg,
  imageWebp,
  redirect,
  absoluteRedirect,
  relativeRedirect,
  redirectTo,
  anything,
  anythingBelow,
  compose,
  composeByPath,
  composeBuilder,
  builderScript,
  checkComposition,
];
