import { answerScript } from './answer-script.ts';
import { copyScript } from './copy-script.ts';
import { filterScript } from './filter-script.ts';
import { tryScript } from './try-script.ts';

/** What runs in the browser. The pieces are text, since nothing is built for it: it is sent as it stands here. */
export const pageScript = `'use strict';
{
const say = (text) => { document.getElementById('said').textContent = text; };
${filterScript}
${copyScript}
${answerScript}
${tryScript}
document.documentElement.classList.add('with-script');
}
`;
