/** The retry policy of a call. A plain number is linear: that many more attempts, one second apart. Delays in milliseconds. */
export type Retry =
  | number
  | { readonly type: 'linear'; readonly attempts: number; readonly delay: number }
  | { readonly type: 'exponential'; readonly attempts: number; readonly baseDelay: number; readonly maxDelay: number }

/**
 * A refused field of a body or query. `path` is dotted, without `body` or `query` in front. On /v1, `type` is the kind of problem
 * (`missing`, `greater_than_equal`) and `ctx` has its bounds (`{ ge: 50 }`); on /api/auth they are empty.
 */
export interface FieldFault {
  readonly path: string
  readonly message: string
  readonly type: string
  readonly ctx: Readonly<Record<string, unknown>>
}

/** The error of a call. `status` 0 means that there was no answer (`code` NETWORK or ABORTED). */
export interface CallError {
  readonly status: number
  readonly statusText: string
  /** `code` of /api/auth, `error` of /v1, or otherwise derived from the status: TOO_MANY_REQUESTS, UNEXPECTED … */
  readonly code: string
  readonly message: string
  readonly fields: readonly FieldFault[]
  readonly requestId: string | null
  /** Seconds until a retry is allowed, on 429. */
  readonly retryAfter: number | null
  /** The complete body of the answer. */
  readonly body: unknown
}

/** The result of every call: data or an error, never an exception. */
export type Result<T> = { readonly data: T; readonly error: null } | { readonly data: null; readonly error: CallError }

export interface HttpOptions {
  /** Origin of the server, without a trailing slash; empty means the page's own. */
  readonly baseUrl?: string | undefined
  /** Sent as `Authorization: Bearer`; without it the browser's cookies are. */
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly retry?: Retry | undefined
  readonly fetch?: typeof fetch | undefined
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** A repeated call with the same key gets the first answer; a mutating call is retried only with a key. */
  readonly idempotencyKey?: string | undefined
  readonly retry?: Retry | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface Call extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

export interface Http {
  readonly call: <T>(call: Call) => Promise<Result<T>>
}

const linearDelay = 1000
const codes: Readonly<Record<number, string>> = { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN', 404: 'NOT_FOUND', 429: 'TOO_MANY_REQUESTS' }
const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504])

/** Creates the function for all calls. */
export function createHttp(options: HttpOptions = {}): Http {
  const call = async <T>(request: Call): Promise<Result<T>> => {
    const delays = delaysOf(request.retry ?? options.retry ?? 0)
    const repeatable = request.method === 'GET' || request.idempotencyKey !== undefined
    for (let attempt = 0; ; attempt += 1) {
      const result = await once<T>(options, request)
      const delay = delays[attempt]
      const again = result.error !== null && (result.error.code === 'NETWORK' || transientStatuses.has(result.error.status))
      if (!again || !repeatable || delay === undefined || request.signal?.aborted) return result
      await wait(Math.max(delay, (result.error.retryAfter ?? 0) * 1000), request.signal)
    }
  }
  return { call }
}

async function once<T>(options: HttpOptions, request: Call): Promise<Result<T>> {
  const send = options.fetch ?? fetch
  const headers = {
    accept: 'application/json',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
    ...(request.idempotencyKey === undefined ? {} : { 'idempotency-key': request.idempotencyKey }),
    ...options.headers,
    ...request.headers,
  }
  try {
    const answer = await send(`${options.baseUrl ?? ''}${request.path}${queryText(request.query)}`, {
      method: request.method,
      headers,
      credentials: 'include',
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    })
    const body = parse(await answer.text())
    return answer.ok ? { data: body as T, error: null } : { data: null, error: errorOf(answer, body) }
  } catch (cause) {
    const aborted = request.signal?.aborted === true
    return { data: null, error: unanswered(aborted ? 'ABORTED' : 'NETWORK', cause instanceof Error ? cause.message : String(cause)) }
  }
}

function errorOf(answer: Response, body: unknown): CallError {
  const content = isRecord(body) ? body : {}
  const detail = content['detail']
  const code = text(content['code']) ?? text(content['error']) ?? codes[answer.status] ?? 'UNEXPECTED'
  return {
    status: answer.status,
    statusText: answer.statusText,
    code,
    message: text(content['message']) ?? text(detail) ?? answer.statusText,
    fields: fieldsOf(content['errors'], detail),
    requestId: answer.headers.get('x-request-id'),
    retryAfter: Number(answer.headers.get('retry-after') ?? answer.headers.get('x-retry-after')) || null,
    body,
  }
}

/** The field errors of both APIs: `[{path, message}]` and `[{loc, msg}]`. */
function fieldsOf(errors: unknown, detail: unknown): FieldFault[] {
  const list = Array.isArray(errors) ? errors : Array.isArray(detail) ? detail : []
  return list.filter(isRecord).map(({ loc = '', path = loc, msg = '', message = msg, type = '', ctx }) => ({
    path: [path]
      .flat()
      .join('.')
      .replace(/^(body|query|path)(\.|$)/, ''),
    message: String(message),
    type: String(type),
    ctx: isRecord(ctx) ? ctx : {},
  }))
}

const unanswered = (code: string, message: string): CallError => ({
  status: 0,
  statusText: '',
  code,
  message,
  fields: [],
  requestId: null,
  retryAfter: null,
  body: null,
})

function delaysOf(retry: Retry): number[] {
  const policy = typeof retry === 'number' ? { type: 'linear' as const, attempts: retry, delay: linearDelay } : retry
  const delayOf = (at: number) => (policy.type === 'linear' ? policy.delay : Math.min(policy.maxDelay, policy.baseDelay * 2 ** at))
  return Array.from({ length: policy.attempts }, (_, at) => delayOf(at))
}

function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = new URLSearchParams()
  const add = (name: string, value: unknown): void => {
    if (isRecord(value)) for (const key in value) add(`${name}[${key}]`, value[key])
    else for (const each of [value].flat()) if (each !== undefined && each !== null) pairs.append(name, String(each))
  }
  for (const name in query) add(name, query[name])
  return pairs.size === 0 ? '' : `?${pairs}`
}

function parse(body: string): unknown {
  if (body === '') return null
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
