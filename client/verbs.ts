import { toCamel, toSnake } from './camel.ts'
import type { Call, CallOptions, Http, Result } from './http.ts'
import type { Answer, Body, OperationId, Query } from './operations.ts'

/** A call for one resource by id, or by its client secret. */
export type Get<Id extends OperationId> = (id: string, options?: CallOptions) => Promise<Result<Answer<Id>>>
export type List<Id extends OperationId> = (query?: Query<Id>, options?: CallOptions) => Promise<Result<Answer<Id>>>
/** A read of an organization; its id stands in the path. */
export type OfOrganization<Id extends OperationId> = (
  query: ([Query<Id>] extends [never] ? object : Query<Id>) & { readonly organizationId: string },
  options?: CallOptions,
) => Promise<Result<Answer<Id>>>
export type Create<Id extends OperationId> = (body: Body<Id>, options?: CallOptions) => Promise<Result<Answer<Id>>>
export type Update<Id extends OperationId> = (id: string, body: Body<Id>, options?: CallOptions) => Promise<Result<Answer<Id>>>
export type Remove = (id: string, options?: CallOptions) => Promise<Result<null>>

type OperationOf<Name extends string, Verb extends string> = Extract<OperationId, `${Name}:${Verb}`>

/** The calls for resources that are created and updated; `Name` begins the names of their operations. */
export interface Editable<Name extends string> {
  readonly list: List<OperationOf<Name, 'list'>>
  readonly get: Get<OperationOf<Name, 'get'>>
  readonly create: Create<OperationOf<Name, 'create'>>
  readonly update: Update<OperationOf<Name, 'update'>>
}

/** The same for resources that can be deleted. */
export interface Deletable<Name extends string> extends Editable<Name> {
  readonly delete: Remove
}

interface CallInput {
  readonly body?: unknown
  readonly query?: unknown
  readonly options?: CallOptions | undefined
}

/** Calls below /v1: bodies and queries are sent in snake_case, answers are returned in camelCase. */
export interface Calls {
  readonly call: <T>(method: Call['method'], path: string, input: CallInput) => Promise<Result<T>>
  /** The path of one resource below `path`, with its id escaped. */
  readonly one: (path: string, id: string) => string
}

/** The verbs of resources below /v1. */
export interface Verbs extends Calls {
  readonly get: <Id extends OperationId>(path: string) => Get<Id>
  readonly list: <Id extends OperationId>(path: string) => List<Id>
  /** `path` is below that of the organization. */
  readonly ofOrganization: <Id extends OperationId>(path: string) => OfOrganization<Id>
  readonly create: <Id extends OperationId>(path: string) => Create<Id>
  readonly update: <Id extends OperationId>(path: string) => Update<Id>
  readonly remove: (path: string) => Remove
  readonly editable: <Name extends string>(path: string) => Editable<Name>
  readonly deletable: <Name extends string>(path: string) => Deletable<Name>
}

/** Creates the calls alone, for pages with a small bundle. */
export function callsOver(http: Http): Calls {
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
  return { call, one: (path, id) => `${path}${encodeURIComponent(id)}` }
}

export function verbsOver(http: Http): Verbs {
  const { call, one } = callsOver(http)
  const get =
    <Id extends OperationId>(path: string): Get<Id> =>
    (id, options) =>
      call('GET', one(path, id), { options })
  const list =
    <Id extends OperationId>(path: string): List<Id> =>
    (query, options) =>
      call('GET', path, { query, options })
  const ofOrganization =
    <Id extends OperationId>(path: string): OfOrganization<Id> =>
    ({ organizationId, ...query }, options) =>
      call('GET', `${one('/organizations/', organizationId)}${path}`, { query, options })
  const create =
    <Id extends OperationId>(path: string): Create<Id> =>
    (body, options) =>
      call('POST', path, { body, options })
  const update =
    <Id extends OperationId>(path: string): Update<Id> =>
    (id, body, options) =>
      call('PATCH', one(path, id), { body, options })
  const remove =
    (path: string): Remove =>
    (id, options) =>
      call('DELETE', one(path, id), { options })
  const editable = <Name extends string>(path: string): Editable<Name> => ({
    list: list(path),
    get: get(path),
    create: create(path),
    update: update(path),
  })
  const deletable = <Name extends string>(path: string): Deletable<Name> => ({ ...editable<Name>(path), delete: remove(path) })
  return { call, one, get, list, ofOrganization, create, update, remove, editable, deletable }
}
