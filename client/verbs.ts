import { toCamel, toSnake } from './camel.ts'
import type { Call, CallOptions, Http, Result } from './http.ts'
import type { ListQuery, Page } from './types.ts'

export type Get<T> = (id: string, options?: CallOptions) => Promise<Result<T>>
export type List<T, Q = unknown> = (query?: ListQuery & Q, options?: CallOptions) => Promise<Result<Page<T>>>
export type Create<T, B> = (body: B, options?: CallOptions) => Promise<Result<T>>
export type Update<T, B> = (id: string, body: B, options?: CallOptions) => Promise<Result<T>>
export type Remove = (id: string, options?: CallOptions) => Promise<Result<null>>

interface CallInput {
  readonly body?: unknown
  readonly query?: unknown
  readonly options?: CallOptions | undefined
}

/** The verbs of resources below /v1: bodies and queries are sent in snake_case, answers are returned in camelCase. */
export interface Verbs {
  readonly call: <T>(method: Call['method'], path: string, input: CallInput) => Promise<Result<T>>
  /** The path of one resource below `path`, with its id escaped. */
  readonly one: (path: string, id: string) => string
  readonly get: <T>(path: string) => Get<T>
  readonly list: <T, Q>(path: string) => List<T, Q>
  readonly create: <T, B>(path: string) => Create<T, B>
  readonly update: <T, B>(path: string) => Update<T, B>
  readonly remove: (path: string) => Remove
}

export function verbsOver(http: Http): Verbs {
  const call = async <T>(method: Call['method'], path: string, input: CallInput) => {
    const { options, body, query } = input
    const result = await http.call<unknown>({
      ...options,
      method,
      path: `/v1${path}`,
      ...(body === undefined ? {} : { body: toSnake(body) }),
      ...(query === undefined ? {} : { query: toSnake(query) as Record<string, unknown> }),
    })
    return (result.error === null ? { data: toCamel(result.data), error: null } : result) as Result<T>
  }
  const one = (path: string, id: string) => `${path}${encodeURIComponent(id)}`
  const get =
    <T>(path: string): Get<T> =>
    (id, options) =>
      call('GET', one(path, id), { options })
  const list =
    <T, Q>(path: string): List<T, Q> =>
    (query, options) =>
      call('GET', path, { query, options })
  const create =
    <T, B>(path: string): Create<T, B> =>
    (body, options) =>
      call('POST', path, { body, options })
  const update =
    <T, B>(path: string): Update<T, B> =>
    (id, body, options) =>
      call('PATCH', one(path, id), { body, options })
  const remove =
    (path: string): Remove =>
    (id, options) =>
      call('DELETE', one(path, id), { options })
  return { call, one, get, list, create, update, remove }
}
