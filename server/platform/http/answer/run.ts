// Runs a route's handler in its transaction mode and parses its result by the documented schema.
import { assert, Bug } from '#kernel/assert.ts'
import { Refusal } from '#kernel/refusal.ts'
import type { Database, Tx } from '../../database/database.ts'
import type { Settle } from '../../idempotency/settle.ts'
import type { Platform } from '../../platform.ts'
import type { Caller } from '../../request/caller.ts'
import type { RequestInfo } from '../../request/request.ts'
import { refusalResponseOf } from '../refusals.ts'
import type { Route } from '../route.ts'
import { tenantScopeOf } from '../tenant-scope.ts'
import { type ReplyState, replyOf } from './reply.ts'

/** One call of a route: its parsed input and its caller. */
export interface RouteCall {
  readonly route: Route
  readonly parts: { readonly path: unknown; readonly query: unknown; readonly body: unknown }
  readonly caller: Caller
  /** The result that the route read together with the caller. */
  readonly prefetched?: unknown
  readonly now: Date
  readonly platform: Platform
  readonly request: RequestInfo
}

/** The result of a handler: the parsed body and the rest of the answer. */
export interface HandlerResult {
  readonly body: unknown
  readonly state: ReplyState
}

/** Saves the answer of an idempotent request. */
export interface AnswerRecord {
  readonly key: string | undefined
  readonly isSettled: () => boolean
  write(tx: Tx | Database, answer: { readonly status: number; readonly body: unknown }): Promise<void>
}

type Handler = (call: Readonly<Record<string, unknown>>) => Promise<unknown>

/** Runs the handler. When it throws, its transaction is rolled back, according to the transaction mode. */
export async function run(call: RouteCall, record: AnswerRecord): Promise<HandlerResult> {
  const { route, platform } = call
  const handle = route.handle as unknown as Handler
  const status = route.status ?? 200
  if (route.transaction === 'one') {
    return platform.database.transaction(async (tx) => {
      // Created for each attempt of the transaction, so that a failed attempt leaves nothing behind.
      const { reply, state } = replyOf(status)
      const body = parsedAnswer(route, state, await handle({ ...handlerArguments(call), reply, tx }))
      await record.write(tx, { status: state.status, body })
      return { body, state }
    })
  }
  const { reply, state } = replyOf(status)
  const own = {
    db: platform.database.db,
    transaction: platform.database.transaction,
    settle: settleInto(route, status, record),
    idempotencyKey: record.key,
  }
  const body = parsedAnswer(route, state, await handle({ ...handlerArguments(call), reply, ...own }))
  if (!record.isSettled()) await record.write(platform.database.db, { status: state.status, body })
  return { body, state }
}

function handlerArguments({ route, parts, caller, prefetched, now, platform, request }: RouteCall): Readonly<Record<string, unknown>> {
  const { path: params, query, body } = parts
  return { params, query, body, caller, prefetched, tenantScope: tenantScopeOf(route.access, caller), now, platform, request }
}

function settleInto(route: Route, success: number, record: AnswerRecord): Settle {
  return async (tx, answer) => {
    if (answer instanceof Refusal) {
      const { status, body } = refusalResponseOf('v1', answer)
      return record.write(tx, { status, body: JSON.parse(body) })
    }
    await record.write(tx, { status: success, body: route.answer ? parsedBy(route, answer.body) : answer.body })
  }
}

function parsedAnswer(route: Route, state: ReplyState, value: unknown): unknown {
  if (state.content || state.stream || state.events || state.isRedirect) return undefined
  if (route.answer) return parsedBy(route, value)
  assert(value === undefined, `${route.name} declares no answer and gave one`)
  return undefined
}

// No column is sent by accident, and no published client receives an undocumented shape.
function parsedBy(route: Route, value: unknown): unknown {
  const parsed = route.answer?.safeParse(value)
  if (parsed?.success) return parsed.data
  throw new Bug(`The answer of ${route.name} is not what it declares: ${parsed?.error.message ?? ''}`)
}
