import type { Endpoint } from '../../http/endpoint.ts';
import { absoluteRedirect } from './absolute-redirect.ts';
import { anything, anythingBelow } from './anything.ts';
import { base64 } from './base64.ts';
import { basicAuth } from './basic-auth.ts';
import { bearer } from './bearer.ts';
import { cache } from './cache.ts';
import { cookies } from './cookies.ts';
import { deleteCookies } from './cookies-delete.ts';
import { setCookie } from './cookies-set.ts';
import { delay } from './delay.ts';
import { deleteEndpoint } from './delete.ts';
import { digestAuth, digestAuthAlgorithm, digestAuthStaleAfter } from './digest-auth.ts';
import { etag } from './etag.ts';
import { get } from './get.ts';
import { headers } from './headers.ts';
import { html } from './html.ts';
import { imageJpeg } from './image-jpeg.ts';
import { imagePng } from './image-png.ts';
import { imageSvg } from './image-svg.ts';
import { imageWebp } from './image-webp.ts';
import { ip } from './ip.ts';
import { json } from './json.ts';
import { patch } from './patch.ts';
import { post } from './post.ts';
import { put } from './put.ts';
import { raw } from './raw.ts';
import { redirect } from './redirect.ts';
import { redirectTo } from './redirect-to.ts';
import { relativeRedirect } from './relative-redirect.ts';
import { robotsTxt } from './robots-txt.ts';
import { status } from './status.ts';
import { userAgent } from './user-agent.ts';
import { uuid } from './uuid.ts';
import { xml } from './xml.ts';

/** Every endpoint of the testing service, in the order of its documentation. */
export const endpoints: readonly Endpoint[] = [
  get,
  post,
  put,
  deleteEndpoint,
  patch,
  basicAuth,
  bearer,
  digestAuth,
  digestAuthAlgorithm,
  digestAuthStaleAfter,
  status,
  headers,
  ip,
  userAgent,
  raw,
  cache,
  etag,
  json,
  xml,
  html,
  robotsTxt,
  uuid,
  base64,
  delay,
  cookies,
  setCookie,
  deleteCookies,
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
];
