import type { z } from 'zod'
import type { Refusal, RefusalEntry } from '#kernel/refusal.ts'
import type { Database, Tx } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import type { Access, Caller, OrganizationTokenCaller, UserCaller } from './caller.ts'
import type { Shortcut } from './front/shortcut.ts'
import type { CallerSource } from './recognize.ts'
import type { Reply, RequestInfo } from './request.ts'

/** `one`: the handle runs in one transaction · `none`: it only reads · `own`: its action opens several. */
export type TransactionMode = 'one' | 'none' | 'own'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
/** The caller a handle gets, narrowed by its declared access. */
export type CallerFor<A extends Access> = A extends 'session'
  ? UserCaller
  : A extends `scope:${string}`
    ? UserCaller | OrganizationTokenCaller
    : Caller

/** The organizations in which the caller holds the scope that the route asks for. Empty for routes without a scope. */
export interface TenantScope {
  /** Ids to look in: `where organization_id = any($tenants)`. Empty for a person without an organization. */
  readonly tenants: string[]
  /**
   * The organization that something new belongs to. An organization token must leave `given` out (422); a person names one
   * of `tenants`, else the session's active organization is taken, else 422 at `["body","organization_id"]`; 403 where they
   * belong to it and may not.
   */
  organizationFor(given: string | null | undefined): string
  /**
   * The organizations that a list covers: those named and within reach (a foreign one yields none), else the token's own,
   * else the person's active organization. 403 where the person belongs to one of them and may not.
   */
  listed(named: readonly string[] | undefined): string[]
}

/**
 * Settles an idempotent request inside the transaction that finishes its work, so that a repeat gets this very answer: a
 * status with its body, or the refusal that the handle then throws (a decline that is on record).
 */
export type Settle = (tx: Tx, answer: { readonly status: number; readonly body: unknown } | Refusal) => Promise<void>

interface Common<P, Q, B, A extends Access> {
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly caller: CallerFor<A>
  readonly tenantScope: TenantScope
  /** The server's time when the request arrived. A merchant's own time: `platform.clock.now({ organizationId })`. */
  readonly now: Date
  readonly platform: Platform
  readonly request: RequestInfo
  readonly reply: Reply
}

/** What a handle is given, by the route's transaction mode. */
export type Call<P, Q, B, A extends Access, M extends TransactionMode> = Common<P, Q, B, A> &
  (M extends 'one'
    ? { readonly tx: Tx }
    : M extends 'none'
      ? { readonly db: Database }
      : {
          readonly db: Database
          /** Opens a transaction; between two of them the action may hash or call a processor. */
          readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
          /** Writes the answer for the request's `Idempotency-Key`; does nothing without one. */
          readonly settle: Settle
          /** The key of this request for others who must not do things twice (a processor): stable over repeats. */
          readonly idempotencyKey: string | undefined
        })

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT'
type DefaultMode<Me extends Method> = Me extends 'GET' ? 'none' : 'one'

/** An endpoint as declared. Paths are written as in OpenAPI: `/v1/products/{id}`; a collection of `/v1` ends with a slash. */
export interface RouteDeclaration<
  Me extends Method,
  A extends Access,
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType | undefined,
  M extends TransactionMode,
> {
  readonly method: Me
  readonly path: string
  /** The operation's id in the documents: `products:create`. */
  readonly name: string
  /** One sentence for the reference. */
  readonly summary: string
  readonly access: A
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The shape of the answer; without one the answer has no body. */
  readonly answer?: R
  /** The media type of an answer that is text (`reply.text`, `reply.events`) and not JSON. */
  readonly answerType?: 'text/html' | 'image/svg+xml' | 'text/csv' | 'text/event-stream'
  /** Status of success: 200 unless told. */
  readonly status?: number
  /** `one` for what writes, `none` for GET, unless told. */
  readonly transaction?: M
  /** The refusals it may answer besides those of access and validation. */
  readonly refusals?: readonly RefusalEntry[]
  /** Not part of the published contract: marked `x-guildhall` in the document. */
  readonly addition?: true
  /**
   * A browser is sent here (a call-back, a mailed link): an unexpected failure leads to the error page instead of JSON, and what
   * cannot be had just now is said on a page.
   */
  readonly isNavigated?: true
  /**
   * A page of another site may send its form here, with whatever cookies come along: for what reads no cookie and changes nothing.
   */
  readonly takesForeignForms?: true
  /**
   * It hears whatever text a browser was sent with, also such as cannot be stored, and says itself what is wrong with it.
   */
  readonly takesAnyText?: true
  /**
   * Who recognizes the caller in place of the half's own sources: for a call of /api/auth that reads its answer in the very
   * statement that looks the caller up.
   */
  readonly callers?: readonly CallerSource[]
  /** A short way to the same answer, for a call that every page makes. */
  readonly shortcut?: Shortcut
  /** Largest body in bytes; 1 MiB unless told. */
  readonly bodyLimit?: number
  readonly handle: (call: Call<Parsed<P>, Parsed<Q>, Parsed<B>, A, M>) => Promise<R extends z.ZodType ? z.input<R> | undefined : void>
}

/** An endpoint as mounted: the types of its parts have done their work. */
export type Route = Omit<
  RouteDeclaration<
    Method,
    Access,
    z.ZodType | undefined,
    z.ZodType | undefined,
    z.ZodType | undefined,
    z.ZodType | undefined,
    TransactionMode
  >,
  'handle' | 'transaction'
> & { readonly transaction: TransactionMode; readonly handle: (call: never) => Promise<unknown> }

/** Declares an endpoint: what goes in, what comes out, who may call it, and the one action behind it. */
export function route<
  const Me extends Method,
  const A extends Access,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
  const M extends TransactionMode = DefaultMode<Me>,
>(declared: RouteDeclaration<Me, A, P, Q, B, R, M>): Route {
  const { handle, transaction, ...rest } = declared
  return {
    ...rest,
    transaction: transaction ?? (declared.method === 'GET' ? 'none' : 'one'),
    handle: handle as (call: never) => Promise<unknown>,
  }
}
