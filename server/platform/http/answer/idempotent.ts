// Idempotency-Key on /v1: the key is claimed before the handler runs, and its answer is saved in the handler's transaction. A failure releases it.
import { invalid, Refusal, refuse } from '#kernel/refusal.ts'
import { monotonicMs } from '../../clock.ts'
import { declareSealed } from '../../crypto/sealed-columns.ts'
import { outside } from '../../database/outside.ts'
import { onCommit } from '../../database/transaction.ts'
import { isAlreadyLogged } from '../../database/unavailable.ts'
import {
  type Claim,
  claimKey,
  fingerprintOf,
  LEASE_SECONDS,
  newRunId,
  releaseKey,
  releaseLease,
  renewLease,
  settleKey,
} from '../../idempotency/keys.ts'
import { refusals } from '../../idempotency/refusals.ts'
import { classifyFault } from '../fault.ts'
import { isReadMethod } from '../guard/origin-check.ts'
import { type AnswerRecord, type HandlerResult, type RouteCall, run } from './run.ts'

const PURPOSE = 'idempotency'
declareSealed(PURPOSE, { table: 'idempotency_keys', column: 'body', path: [] })
const RELEASE_RETRY_MS = 500
const RENEW_AFTER_MS = 5000
/** A request that takes longer counts as hung: its lease is renewed no more, and another run may take it over. */
const RENEWALS_MAX = 12
const KEY = /^[\x21-\x7e]{1,255}$/

/** The outcome of an idempotent call: handled now, or the saved answer of an earlier call. */
export type IdempotentOutcome =
  | { readonly kind: 'handled'; readonly result: HandlerResult }
  | { readonly kind: 'repeated'; readonly status: number; readonly body: unknown }

const noRecord: AnswerRecord = { key: undefined, isSettled: () => true, write: async () => undefined }

/** Runs the route once for its Idempotency-Key, or unconditionally without one. The fingerprint is computed from `raw`. */
export async function runOnce(call: RouteCall, raw: { readonly query: unknown; readonly body: unknown }): Promise<IdempotentOutcome> {
  const key = call.request.headers['idempotency-key']
  if (key === undefined || isReadMethod(call.route.method) || !call.route.path.startsWith('/v1/')) {
    return { kind: 'handled', result: await run(call, noRecord) }
  }
  if (!KEY.test(key)) {
    const msg = 'The key must be 1 to 255 printable ASCII characters without spaces'
    invalid([{ loc: ['header', 'Idempotency-Key'], msg, type: 'value_error' }])
  }
  const { db } = call.platform.database
  const fingerprint = fingerprintOf(raw.query, raw.body)
  const request = { ...keyScopeOf(call), method: call.route.method, key, fingerprint, runId: newRunId() }
  const claimResult = await claimKey(db, request, call.platform.clock).catch(async (error: unknown) => {
    // The database's answer was lost and the claim may exist: the caller's next attempt must not find its own key in use.
    if (!(error instanceof Refusal) && !isAlreadyLogged(error)) await releaseClaim(call, () => releaseLease(db, request))
    throw error
  })
  if (claimResult.kind === 'answered') return { kind: 'repeated', status: claimResult.status, body: opened(call, claimResult.body) }
  return { kind: 'handled', result: await runClaimed(call, claimResult.claim) }
}

// An answer may contain a secret that is shown once (an access token), so it is stored encrypted.
function sealed({ platform }: RouteCall, body: unknown): string | undefined {
  return body === undefined ? undefined : platform.secrets.seal(PURPOSE, JSON.stringify(body))
}

function opened({ platform }: RouteCall, body: unknown): unknown {
  if (typeof body !== 'string') return undefined
  return JSON.parse(platform.secrets.openOrNull(PURPOSE, body) ?? refuse(refusals.IdempotencyAnswerLost))
}

async function runClaimed(call: RouteCall, claim: Claim): Promise<HandlerResult> {
  let isSettled = false
  const settled = () => {
    isSettled = true
  }
  const record: AnswerRecord = {
    key: claim.stableKey,
    isSettled: () => isSettled,
    write: async (tx, answer) => {
      await settleKey(tx, claim, { status: answer.status, body: sealed(call, answer.body) })
      if (tx.isTransaction) onCommit(tx as Parameters<typeof onCommit>[0], settled)
      else settled()
    },
  }
  const endRenewals = renewWhileRunning(call, claim)
  try {
    return await run(call, record)
  } catch (error) {
    if (!isSettled) await releaseClaim(call, releaseOf(call, claim, error))
    throw error
  } finally {
    endRenewals()
  }
}

function renewWhileRunning({ platform }: RouteCall, claim: Claim): () => void {
  let renewals = 0
  const renew = (): void => {
    renewals += 1
    if (renewals === RENEWALS_MAX) clearInterval(timer)
    // Without the database the next renewal tries again.
    renewLease(platform.database.db, claim, platform.clock).catch(() => undefined)
  }
  const timer = outside(() => setInterval(renew, RENEW_AFTER_MS).unref())
  return () => clearInterval(timer)
}

// A refusal or a rolled-back transaction has changed nothing. A failure between several transactions may have changed something.
function releaseOf({ route, platform }: RouteCall, claim: Claim, error: unknown): () => Promise<void> {
  const { db } = platform.database
  const changedNothing = route.transaction !== 'own' || error instanceof Refusal
  return () => (changedNothing ? releaseKey(db, claim) : releaseLease(db, claim))
}

// While the database is unavailable the release is retried until the lease would expire anyway. The request does not wait for it.
async function releaseClaim({ platform, request }: RouteCall, end: () => Promise<void>): Promise<void> {
  const logUnstored = (cause: unknown): void =>
    platform.log.warn('An Idempotency-Key could not be released.', { requestId: request.id, cause: String(cause) })
  const again = async (lateMs: number): Promise<void> => {
    try {
      await end()
    } catch (error) {
      if (classifyFault(error) !== 'unavailable' || monotonicMs() > lateMs) return logUnstored(error)
      outside(() => setTimeout(() => void again(lateMs), RELEASE_RETRY_MS).unref())
    }
  }
  await again(monotonicMs() + LEASE_SECONDS * 1000)
}

// A user's keys are scoped to the organization and the user: roles differ, and an answer is not meant for every member.
function keyScopeOf({ request, caller, parts, platform }: RouteCall): { readonly scope: string; readonly path: string } {
  const path = request.path.replace(/\/+$/, '')
  if (caller.kind === 'organization-token') return { scope: caller.organizationId, path }
  if (caller.kind === 'customer') {
    // A session of one checkout gets no answer that the whole customer got (rule C16).
    const of = caller.isLimited ? `${caller.customerId}:${caller.checkoutId}` : caller.customerId
    return { scope: `${caller.organizationId}:${of}`, path }
  }
  if (caller.kind === 'anonymous' || caller.kind === 'service') return { scope: 'client-secret', path: platform.secrets.digest(path) }
  const named = (parts.body as { readonly organization_id?: unknown } | undefined)?.organization_id
  const organization = typeof named === 'string' ? named : caller.session.activeOrganizationId
  return { scope: `${organization ?? 'none'}:${caller.user.id}`, path }
}
