/** How often and how patiently a call is tried again. A plain number is linear: that many more attempts, one second apart. Delays in milliseconds. */
export type Retry =
  | number
  | { readonly type: 'linear'; readonly attempts: number; readonly delay: number }
  | { readonly type: 'exponential'; readonly attempts: number; readonly baseDelay: number; readonly maxDelay: number }

/** One field of a body or query that was refused. `path` is dotted, without `body` or `query` in front. */
export interface FieldFault {
  readonly path: string
  readonly message: string
}

/** Why a call did not succeed, as a value. `status` 0 means that no answer came (`code` NETWORK or ABORTED). */
export interface CallError {
  readonly status: number
  readonly statusText: string
  /** `code` of /api/auth, `error` of /v1, else one derived from the status: TOO_MANY_REQUESTS, UNEXPECTED … */
  readonly code: string
  readonly message: string
  readonly fields: readonly FieldFault[]
  readonly requestId: string | null
  /** Seconds that the server asks to wait, on 429. */
  readonly retryAfter: number | null
  /** The whole body of the answer, as it came. */
  readonly body: unknown
}

/** What every call gives: an answer or an error, never an exception. */
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
  /** Makes a repeated mutating call answer as the first did; with it such a call may be retried. */
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
const passing = new Set([408, 425, 429, 500, 502, 503, 504])

/** Makes the function that all calls go through. */
export function createHttp(options: HttpOptions = {}): Http {
  const call = async <T>(wanted: Call): Promise<Result<T>> => {
    const delays = delaysOf(wanted.retry ?? options.retry ?? 0)
    const repeatable = wanted.method === 'GET' || wanted.idempotencyKey !== undefined
    for (let attempt = 0; ; attempt += 1) {
      const result = await once<T>(options, wanted)
      const delay = delays[attempt]
      const again = result.error !== null && (result.error.code === 'NETWORK' || passing.has(result.error.status))
      if (!again || !repeatable || delay === undefined || wanted.signal?.aborted) return result
      await wait(Math.max(delay, (result.error.retryAfter ?? 0) * 1000), wanted.signal)
    }
  }
  return { call }
}

async function once<T>(options: HttpOptions, wanted: Call): Promise<Result<T>> {
  const send = options.fetch ?? fetch
  const headers = {
    accept: 'application/json',
    ...(wanted.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
    ...(wanted.idempotencyKey === undefined ? {} : { 'idempotency-key': wanted.idempotencyKey }),
    ...options.headers,
    ...wanted.headers,
  }
  try {
    const answer = await send(`${options.baseUrl ?? ''}${wanted.path}${queryText(wanted.query)}`, {
      method: wanted.method,
      headers,
      credentials: 'include',
      ...(wanted.body === undefined ? {} : { body: JSON.stringify(wanted.body) }),
      ...(wanted.signal === undefined ? {} : { signal: wanted.signal }),
    })
    const body = parse(await answer.text())
    return answer.ok ? { data: body as T, error: null } : { data: null, error: errorOf(answer, body) }
  } catch (cause) {
    const aborted = wanted.signal?.aborted === true
    return { data: null, error: unanswered(aborted ? 'ABORTED' : 'NETWORK', cause instanceof Error ? cause.message : String(cause)) }
  }
}

function errorOf(answer: Response, body: unknown): CallError {
  const told = isRecord(body) ? body : {}
  const detail = told['detail']
  const code = text(told['code']) ?? text(told['error']) ?? codeOf(answer.status)
  return {
    status: answer.status,
    statusText: answer.statusText,
    code,
    message: text(told['message']) ?? text(detail) ?? answer.statusText,
    fields: fieldsOf(told['errors'], detail),
    requestId: answer.headers.get('x-request-id'),
    retryAfter: Number(answer.headers.get('retry-after') ?? answer.headers.get('x-retry-after')) || null,
    body,
  }
}

/** Both halves' lists of faults: `[{path, message}]` and `[{loc, msg}]`. */
function fieldsOf(errors: unknown, detail: unknown): FieldFault[] {
  const list = Array.isArray(errors) ? errors : Array.isArray(detail) ? detail : []
  return list.filter(isRecord).map((fault) => {
    const place = fault['path'] ?? fault['loc']
    const steps = Array.isArray(place) ? place.map(String) : String(place ?? '').split('.')
    const inside = steps[0] === 'body' || steps[0] === 'query' || steps[0] === 'path' ? steps.slice(1) : steps
    return { path: inside.join('.'), message: text(fault['message']) ?? text(fault['msg']) ?? '' }
  })
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

const codeOf = (status: number) =>
  status === 401
    ? 'UNAUTHORIZED'
    : status === 403
      ? 'FORBIDDEN'
      : status === 404
        ? 'NOT_FOUND'
        : status === 429
          ? 'TOO_MANY_REQUESTS'
          : 'UNEXPECTED'

function delaysOf(retry: Retry): number[] {
  if (typeof retry === 'number') return Array.from({ length: retry }, () => linearDelay)
  if (retry.type === 'linear') return Array.from({ length: retry.attempts }, () => retry.delay)
  return Array.from({ length: retry.attempts }, (_, at) => Math.min(retry.maxDelay, retry.baseDelay * 2 ** at))
}

function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined && each !== null) pairs.append(name, String(each))
  }
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
