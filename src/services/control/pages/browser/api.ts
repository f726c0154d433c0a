import { find } from '../../../../http/pages/browser/elements.ts';
import { hideProblem, showProblem } from './problem.ts';

/** An error of the control API, or of the connection to it. */
export class ApiError extends Error {
  /** 0 without a response. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface CallOptions {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** The control API, as the pages call it. */
export class Api {
  /** The token of the page, or the control token that the user typed. It is kept nowhere else. */
  #token: string | undefined;

  constructor() {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="page-token"]');
    this.#token = meta?.content;
    meta?.remove();
  }

  /** Resolves when there is a token. Without one in the page, the user is asked for the control token. */
  async ready(): Promise<void> {
    if (this.#token !== undefined) return;
    const form = find(document, '#sign-in', HTMLFormElement);
    form.hidden = false;
    await new Promise<void>((resolve) => {
      form.addEventListener('submit', async (event) => {
        event.preventDefault();
        if (!(await this.#signIn(find(form, 'input', HTMLInputElement)))) return;
        form.hidden = true;
        resolve();
      });
    });
  }

  async #signIn(input: HTMLInputElement): Promise<boolean> {
    this.#token = input.value;
    try {
      await this.call('/_sparring/health');
    } catch (error) {
      this.#token = undefined;
      showProblem(error);
      return false;
    }
    input.value = '';
    hideProblem();
    return true;
  }

  /** @throws ApiError */
  async call(path: string, { method = 'GET', body, signal }: CallOptions = {}): Promise<Response> {
    const response = await fetch(path, {
      method,
      headers: {
        Authorization: `Bearer ${this.#token ?? ''}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: signal ?? null,
    }).catch((error: unknown) => {
      throw signal?.aborted ? error : new ApiError(0, 'The server does not respond.');
    });
    if (response.ok) return response;
    throw new ApiError(response.status, await describe(response));
  }

  /** Returns the JSON of a response. The type is that of the declaration of the endpoint. */
  async json<Value>(path: string, options?: CallOptions): Promise<Value> {
    return (await this.call(path, options)).json();
  }
}

async function describe(response: Response): Promise<string> {
  if (response.status === 403)
    return 'The token is not valid. After a restart of the server, reload the page.';
  try {
    const { detail, title } = await response.json();
    return String(detail ?? title);
  } catch {
    return `The server responded with ${response.status}.`;
  }
}
