import type { Service } from '../http/service.ts';
import type { TestingContext } from './context.ts';
import { endpoints } from './endpoints/index.ts';
import {
  answerOptions,
  capitalReasonPhrase,
  commonFields,
  redirectToMergedPath,
  renderError,
} from './manner.ts';
import { toPythonJson } from './python-json.ts';
import { rejectServiceWorker } from './service-worker.ts';

/** The testing service at `/`: echoes, inspects and generates requests and responses. */
export function createTestingService(context: TestingContext): Service {
  return {
    name: 'testing',
    title: 'HTTP Request and Response Testing Service',
    version: '0.0.1',
    description: 'Echoes, inspects and generates HTTP requests and responses. A drop-in for httpbin.',
    prefix: '',
    pathDecoding: 'whole',
    endpoints,
    context,
    jsonType: 'application/json',
    toJson: toPythonJson,
    reasonPhrase: capitalReasonPhrase,
    commonFields,
    renderError,
    options: answerOptions,
    admit: rejectServiceWorker,
    mergedSlashes: redirectToMergedPath,
  };
}
