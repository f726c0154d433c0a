import { htmlResponse } from '#http/message/response.ts';
import { orderForm } from '../assets/order-form.ts';
import { endpoint } from '../request/context.ts';

export const formsPost = endpoint({
  path: '/forms/post',
  tag: 'Response formats',
  summary: 'Returns an HTML form that is submitted to /post.',
  responses: { 200: htmlResponse('The form.') },
  compare: {
    httpbin: ['same', 'The same fields on a different page.'],
    'go-httpbin': ['same', 'The same fields on a different page.'],
  },
  examples: [
    { path: '/forms/post', status: 200, responseFields: [['Content-Type', 'text/html; charset=utf-8']] },
  ],

  handle({ exchange }) {
    const page = orderForm.replace('action="/post"', `action="${exchange.base}/post"`);
    exchange.send(200, [['Content-Type', 'text/html; charset=utf-8']], page);
  },
});
