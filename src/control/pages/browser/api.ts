import type { Span } from '#http/message/input-error.ts';
import { find } from '#pages/browser/elements.ts';
import { sitePath } from '#pages/browser/site-path.ts';
import { hideProblem, showProblem } from './problem.ts';

/** An error of the control API, or of the connection to it. */
export class ApiError extends Error {
  /** 0 without a response. */
  readonly status: number;
  /** The part of a text parameter that is invalid. */
  readonly span: Span | undefined;
  /** The invalid parts of a body. */
  readonly problems: readonly BodyProblem[];

  constructor(status: number, message: string, span?: Span, problems: readonly BodyProblem[] = []) {
    super(message);
    this.status = status;
    this.span = span;
    this.problems = problems;
  }
}

export interface BodyProblem {
  /** A JSON Pointer. */
  readonly pointer: string;
  readonly message: string;
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
    const response = await fetch(sitePath(path), {
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
    throw await readError(response);
  }

  /** Returns the JSON of a response. The type is that of the declaration of the endpoint. */
  async json<Value>(path: string, options?: CallOptions): Promise<Value> {
    return (await this.call(path, options)).json();
  }
}

async function readError(response: Response): Promise<ApiError> {
  const { status } = response;
  if (status === 403)
    return new ApiError(status, 'The token is not valid. After a restart of the server, reload the page.');
  try {
    const { detail, title, problems = [] } = await response.json();
    const [{ start, end } = {}] = problems;
    const hasSpan = Number.isInteger(start) && Number.isInteger(end);
    return new ApiError(status, String(detail ?? title), hasSpan ? { start, end } : undefined, problems);
  } catch {
    return new ApiError(status, `The server responded with ${status}.`);
  }
}
