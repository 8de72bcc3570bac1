// Runs a route's handle in its transaction mode, and parses what it gives by the schema that the documents promise.
import { assert, Bug } from '#kernel/assert.ts'
import { Refusal } from '#kernel/refusal.ts'
import type { Database, Tx } from '../../database/database.ts'
import type { Platform } from '../../platform.ts'
import type { Caller } from '../caller.ts'
import { refusedBy } from '../refusals.ts'
import type { RequestInfo } from '../request.ts'
import type { Route, Settle } from '../route.ts'
import { tenantScopeOf } from '../tenant-scope.ts'
import { replyOf, type Said } from './reply.ts'

/** One call of a route: its parsed parts and who calls. */
export interface Incoming {
  readonly route: Route
  readonly parts: { readonly path: unknown; readonly query: unknown; readonly body: unknown }
  readonly caller: Caller
  readonly now: Date
  readonly platform: Platform
  readonly request: RequestInfo
}

/** What a handle came to: the parsed body and what it said of its answer. */
export interface Handled {
  readonly body: unknown
  readonly said: Said
}

/** Where the answer of an idempotent request is written down. */
export interface AnswerBook {
  readonly key: string | undefined
  readonly isSettled: () => boolean
  write(tx: Tx | Database, answer: { readonly status: number; readonly body: unknown }): Promise<void>
}

type Handle = (call: Readonly<Record<string, unknown>>) => Promise<unknown>

/** Runs the handle; what it throws has been rolled back as its transaction mode says. */
export async function run(incoming: Incoming, book: AnswerBook): Promise<Handled> {
  const { route, platform } = incoming
  const handle = route.handle as unknown as Handle
  const status = route.status ?? 200
  if (route.transaction === 'one') {
    return platform.database.transaction(async (tx) => {
      // Made anew for each try of the transaction: what a failed try said is forgotten.
      const { reply, said } = replyOf(status)
      const body = parsedAnswer(route, said, await handle({ ...callOf(incoming), reply, tx }))
      await book.write(tx, { status: said.status, body })
      return { body, said }
    })
  }
  const { reply, said } = replyOf(status)
  const own = {
    db: platform.database.db,
    transaction: platform.database.transaction,
    settle: settleInto(route, book),
    idempotencyKey: book.key,
  }
  const body = parsedAnswer(route, said, await handle({ ...callOf(incoming), reply, ...own }))
  if (!book.isSettled()) await book.write(platform.database.db, { status: said.status, body })
  return { body, said }
}

function callOf({ route, parts, caller, now, platform, request }: Incoming): Readonly<Record<string, unknown>> {
  const { path: params, query, body } = parts
  return { params, query, body, caller, reach: tenantScopeOf(route.access, caller), now, platform, request }
}

function settleInto(route: Route, book: AnswerBook): Settle {
  return async (tx, answer) => {
    if (answer instanceof Refusal) {
      const { status, body } = refusedBy('v1', answer)
      return book.write(tx, { status, body: JSON.parse(body) })
    }
    const isPromised = answer.status < 300 && route.answer !== undefined
    await book.write(tx, isPromised ? { status: answer.status, body: parsedBy(route, answer.body) } : answer)
  }
}

function parsedAnswer(route: Route, said: Said, value: unknown): unknown {
  if (said.text || said.stream || said.events || said.isRedirect) return undefined
  if (route.answer) return parsedBy(route, value)
  assert(value === undefined, `${route.name} declares no answer and gave one`)
  return undefined
}

// No column leaves by accident, and no published client meets a shape that the documents do not know.
function parsedBy(route: Route, value: unknown): unknown {
  const parsed = route.answer?.safeParse(value)
  if (parsed?.success) return parsed.data
  throw new Bug(`The answer of ${route.name} is not what it declares: ${parsed?.error.message ?? ''}`)
}
