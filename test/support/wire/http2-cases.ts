import { type Http2Case, RequestFrames } from './http2-cases/case.ts';
import { frameCases } from './http2-cases/frames.ts';
import { genericCases } from './http2-cases/generic.ts';
import { hpackCases, messageCases } from './http2-cases/messages.ts';
import { streamCases } from './http2-cases/streams.ts';

/**
 * Cases for a server of HTTP/2, written for this project after the list of h2spec (https://github.com/summerwind/h2spec), whose sections
 * they are named after. They are stricter than that list: a connection error is GOAWAY with its code, and then the end of the connection;
 * the connection is open after everything else.
 * @param path of a resource, see `RequestFrames`
 * @param scheme `http` or `https`
 */
export function http2Cases(path: string, scheme: string): readonly Http2Case[] {
  const frames = new RequestFrames(path, scheme);
  return [
    ...genericCases(frames),
    ...streamCases(frames),
    ...frameCases(frames),
    ...messageCases(frames),
    ...hpackCases(frames),
  ];
}

/** How many they are: 44 generic ones, 95 of RFC 7540 and 8 of RFC 7541. */
export const HTTP2_CASE_COUNT = 148;
