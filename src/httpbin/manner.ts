import type { HttpError } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Field, Fields } from '../http/fields.ts';
import type { ErrorAnswer } from '../http/service.ts';

const ANY_ORIGIN: Fields = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Allow-Credentials', 'true'],
];

/** CORS on every answer: the request's origin or `*`, and what a preflight asks for. */
export function commonFields(exchange: Exchange | undefined): Fields {
  const origin = exchange?.field('Origin');
  if (origin === undefined && exchange?.method !== 'OPTIONS') return ANY_ORIGIN;
  const fields: Field[] = [
    ['Access-Control-Allow-Origin', origin ?? '*'],
    ['Access-Control-Allow-Credentials', 'true'],
  ];
  return fields;
}

export function renderError(error: HttpError, _exchange: Exchange | undefined): ErrorAnswer {
  return {
    fields: [['Content-Type', 'application/problem+json'], ...error.fields],
    content: `${JSON.stringify({ title: error.message, status: error.status })}\n`,
  };
}

export function answerOptions(exchange: Exchange, allow: string): void {
  exchange.send(
    200,
    [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Allow', allow],
    ],
    '',
  );
}

export function redirectToMergedPath(exchange: Exchange, merged: string): void {
  exchange.send(308, [['Location', merged]], '');
}
