import { bodyLiteral, literal } from './javascript.ts';
import { groupFields, type SnippetRequest } from './request.ts';
import { formatComments } from './shell.ts';

/** A call of axios, as a module of JavaScript. */
export function formatAxios(request: SnippetRequest): string {
  const { method, url, notes, unusualTarget, body } = request;
  const fields = groupFields(request).map(([name, values]) => {
    const texts = values.map(literal);
    return `    ${literal(name)}: ${texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`},\n`;
  });
  return [
    formatComments([...notes, ...(unusualTarget === undefined ? [] : ['axios normalizes the URL.'])], '//'),
    `import axios from 'axios';\n\n`,
    'const response = await axios.request({\n',
    `  method: ${literal(method)},\n`,
    `  url: ${literal(url)},\n`,
    fields.length === 0 ? '' : `  headers: {\n${fields.join('')}  },\n`,
    // By default, axios reformats JSON.
    body.byteLength > 0 ? `  data: ${bodyLiteral(request)},\n  transformRequest: (data) => data,\n` : '',
    '  maxRedirects: 0,\n',
    '  validateStatus: null,\n',
    '});\n',
    'console.log(response.status, response.data);\n',
  ].join('');
}
