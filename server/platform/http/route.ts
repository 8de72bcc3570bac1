import type { z } from 'zod'
import type { RefusalEntry } from '#kernel/refusal.ts'
import type { Database, Tx } from '../database/database.ts'
import type { RepeatableRequest } from '../idempotency/settle.ts'
import type { Platform } from '../platform.ts'
import type { Caller, CustomerCaller, OrganizationTokenCaller, UserCaller } from '../request/caller.ts'
import type { RequestInfo } from '../request/request.ts'
import type { LimitName } from '../settings/limit-settings.ts'
import type { Access } from './access.ts'
import type { Shortcut } from './front/shortcut.ts'
import type { Reply } from './reply.ts'

/** `one`: the handler runs in one transaction · `none`: it only reads · `own`: its action opens several. */
export type TransactionMode = 'one' | 'none' | 'own'

/**
 * Whether an impersonation session may call a route. `refused`: what it makes or changes would outlive the session: a credential, a
 * membership, a receiver of data, or something that cannot be undone. `refused by its action`: the same, with a refusal of its own.
 */
export type ImpersonationRule = 'allowed' | 'refused' | 'refused by its action'

/** The body limit of routes that take long texts or many fields, in bytes. */
export const LARGE_BODY_LIMIT = 256 * 1024

type ParsedOutput<S> = S extends z.ZodType ? z.output<S> : undefined
/** The caller that a handler receives, narrowed by its declared access. */
export type CallerFor<A extends Access> = A extends 'session'
  ? UserCaller
  : A extends 'customer' | 'buyer'
    ? CustomerCaller
    : A extends `scope:${string}`
      ? UserCaller | OrganizationTokenCaller
      : Caller

/** The organizations in which the caller holds the scope that the route requires. Empty for routes without a scope. */
export interface TenantScope {
  /** Ids to query: `where organization_id = any($tenants)`. Empty for a user without an organization. */
  readonly tenants: string[]
  /**
   * The organization of a new resource. An organization token must leave `named` out (422). A user names one of `tenants`;
   * otherwise the session's active organization is used; without one 422 at `loc`, which is `["body","organization_id"]` by default. 403
   * where the user is a member without the scope.
   */
  organizationFor(named: string | null | undefined, loc?: readonly (string | number)[]): string
  /**
   * The organizations that a list covers: the named ones of `tenants` (a foreign one is ignored), otherwise the token's own,
   * otherwise the user's active organization. 403 where the user is a member of one of them without the scope.
   */
  organizationsFor(named: readonly string[] | undefined): string[]
}

/**
 * Recognizes the signed-in caller of a route and reads what its handler needs, in one statement. Undefined when the request has no
 * valid session.
 */
export interface Prefetch<Query, Result> {
  recognize(
    request: RequestInfo,
    platform: Platform,
    options: { readonly now: Date; readonly query: Query },
  ): Promise<{ readonly caller: UserCaller; readonly prefetched: Result } | undefined>
}

interface CallBase<P, Q, B, A extends Access, F> {
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly caller: CallerFor<A>
  /** The result that the route's `prefetch` read together with the caller. */
  readonly prefetched: F
  readonly tenantScope: TenantScope
  /** The server's time when the request came in. What belongs to a merchant is dated by `platform.clock.now({ organizationId })`. */
  readonly now: Date
  readonly platform: Platform
  readonly request: RequestInfo
  readonly reply: Reply
}

/** The argument of a handler, by the route's transaction mode. */
export type Call<P, Q, B, A extends Access, M extends TransactionMode, F = undefined> = CallBase<P, Q, B, A, F> &
  (M extends 'one' ? { readonly tx: Tx } : M extends 'none' ? { readonly db: Database } : { readonly db: Database } & RepeatableRequest)

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT'
type DefaultMode<Me extends Method> = Me extends 'GET' ? 'none' : 'one'

/** The declaration of an endpoint. Paths are written as in OpenAPI: `/v1/products/{id}`; a collection of `/v1` ends with a slash. */
export interface RouteDeclaration<
  Me extends Method,
  A extends Access,
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType | undefined,
  M extends TransactionMode,
  F,
> {
  readonly method: Me
  readonly path: string
  /** The operation's id in the documents: `products:create`. */
  readonly name: string
  /** One sentence for the reference. */
  readonly summary: string
  readonly access: A
  /** Whether an impersonation session may call it; every route that changes something says so. */
  readonly impersonation?: ImpersonationRule
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The shape of the answer; without one the answer has no body. */
  readonly answer?: R
  /** The media type of an answer that is text or bytes (`reply.text`, `reply.events`, `reply.bytes`) and not JSON. */
  readonly answerType?: 'application/json' | 'text/html' | 'image/svg+xml' | 'image/*' | 'text/csv' | 'text/event-stream' | '*/*'
  /** The schema of an item where the same answer may also be a JSON array of them, as the export of a list. */
  readonly itemAnswer?: z.ZodType
  /** Status of success; 200 by default. */
  readonly status?: number
  /** Further statuses that are no refusals, such as a redirection, with what they mean. None but 206 has a body. */
  readonly furtherStatuses?: Readonly<Record<number, string>>
  /** HEAD is answered although the action of GET writes: the action looks at the method. A GET that only reads needs no such line. */
  readonly answersHead?: true
  /** By default `none` for GET and `one` for other methods. */
  readonly transaction?: M
  /** The refusals that it may answer besides those of access and validation. */
  readonly refusals?: readonly RefusalEntry[]
  /**
   * The limit on what it creates; or why nothing limits it. Every route that creates something states one. On /v1 the refusal at the
   * limit, `LimitReached`, is part of its document.
   */
  readonly limit?: LimitName | { readonly none: string }
  /** Not part of the published contract: marked `x-guildhall` in the document. */
  readonly addition?: true
  /**
   * Browsers navigate to it (a provider's callback, a mailed link): an unexpected failure redirects to the error page instead of
   * answering JSON, and a temporary failure is shown as a page.
   */
  readonly isNavigated?: true
  /**
   * A page of another site may post a form to it, with cookies: for a route that reads no cookie and changes nothing.
   */
  readonly takesForeignForms?: true
  /**
   * It accepts any text in its input, even text that cannot be stored, and validates it itself.
   */
  readonly takesAnyText?: true
  /** For a signed-in caller of /api/auth: reads a part of the answer in the statement that looks the caller up. */
  readonly prefetch?: A extends 'session' ? Prefetch<ParsedOutput<Q>, F> : never
  /** Its JSON body is given to the handler as the text that came: a signature covers its bytes. */
  readonly takesRawBody?: true
  /** Gives the same answer without the framework, for a call that every page makes. */
  readonly shortcut?: Shortcut
  /** Limit of the body in bytes; 64 KiB by default. */
  readonly bodyLimit?: number
  /** Limit of the commas of a JSON body, and so of its values; 5,000 by default. */
  readonly bodyCommas?: number
  readonly handle: (
    call: Call<ParsedOutput<P>, ParsedOutput<Q>, ParsedOutput<B>, A, M, F>,
  ) => Promise<R extends z.ZodType ? z.input<R> | undefined : void>
}

/** A declared endpoint without the types of its parts. */
export type Route = Omit<
  RouteDeclaration<
    Method,
    Access,
    z.ZodType | undefined,
    z.ZodType | undefined,
    z.ZodType | undefined,
    z.ZodType | undefined,
    TransactionMode,
    unknown
  >,
  'handle' | 'transaction' | 'prefetch'
> & {
  readonly transaction: TransactionMode
  readonly prefetch?: Prefetch<unknown, unknown>
  readonly handle: (call: never) => Promise<unknown>
}

/** Declares an endpoint: its input, its output, its access, and the action that it calls. */
export function route<
  const Me extends Method,
  const A extends Access,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
  const M extends TransactionMode = DefaultMode<Me>,
  F = undefined,
>(declaration: RouteDeclaration<Me, A, P, Q, B, R, M, F>): Route {
  const { handle, transaction, prefetch, ...rest } = declaration
  return {
    ...rest,
    ...(prefetch !== undefined && { prefetch: prefetch as Prefetch<unknown, unknown> }),
    transaction: transaction ?? (declaration.method === 'GET' ? 'none' : 'one'),
    handle: handle as (call: never) => Promise<unknown>,
  }
}
