// Idempotency-Key on /v1: the claim before the handle, its answer in the handle's transaction, and what becomes of failures.
import { invalid, Refusal } from '#kernel/refusal.ts'
import { monotonicMs } from '../../clock.ts'
import { outside } from '../../database/outside.ts'
import { onCommit } from '../../database/transaction.ts'
import { isKnown } from '../../database/unavailable.ts'
import {
  type Claim,
  claimKey,
  fingerprintOf,
  giveUpLease,
  giveUpUnknown,
  LEASE_SECONDS,
  releaseKey,
  settleKey,
} from '../../idempotency/keys.ts'
import { faultOf } from '../fault.ts'
import { isReading } from '../guard/origin-check.ts'
import { tenantsOf } from '../recognize.ts'
import { type AnswerBook, type Handled, type Incoming, run } from './run.ts'

const PURPOSE = 'idempotency'
const LET_GO_AGAIN_MS = 500
const KEY = /^[\x21-\x7e]{1,255}$/

/** What an idempotent call came to: worked now, or the answer that was given before. */
export type Outcome =
  | { readonly kind: 'handled'; readonly handled: Handled }
  | { readonly kind: 'repeated'; readonly status: number; readonly body: unknown }

const noBook: AnswerBook = { key: undefined, isSettled: () => true, write: async () => undefined }

/** Runs the route once for its Idempotency-Key, or simply runs it where there is none. `raw` is what the fingerprint is made of. */
export async function runOnce(incoming: Incoming, raw: { readonly query: unknown; readonly body: unknown }): Promise<Outcome> {
  const key = incoming.request.headers['idempotency-key']
  if (key === undefined || isReading(incoming.route.method) || !incoming.route.path.startsWith('/v1/')) {
    return { kind: 'handled', handled: await run(incoming, noBook) }
  }
  if (!KEY.test(key)) {
    const msg = 'The key must be 1 to 255 printable ASCII characters without spaces'
    invalid([{ loc: ['header', 'Idempotency-Key'], msg, type: 'value_error' }])
  }
  const { db } = incoming.platform.database
  const fingerprint = fingerprintOf(raw.query, raw.body)
  const request = { ...placeOf(incoming), method: incoming.route.method, key, fingerprint, now: incoming.now }
  const claimed = await claimKey(db, request).catch(async (error: unknown) => {
    // The answer was lost and the claim may stand: the caller's next try must not find its own key in use.
    if (!(error instanceof Refusal) && !isKnown(error)) await letGo(incoming, () => giveUpUnknown(db, request))
    throw error
  })
  if (claimed.kind === 'answered') return { kind: 'repeated', status: claimed.status, body: opened(incoming, claimed.body) }
  return { kind: 'handled', handled: await runClaimed(incoming, claimed.claim) }
}

// An answer may show a secret once (an access token): it is not kept readable.
function sealed({ platform }: Incoming, body: unknown): string | undefined {
  return body === undefined ? undefined : platform.secrets.seal(PURPOSE, JSON.stringify(body))
}

function opened({ platform }: Incoming, body: unknown): unknown {
  return typeof body === 'string' ? JSON.parse(platform.secrets.open(PURPOSE, body)) : undefined
}

async function runClaimed(incoming: Incoming, claim: Claim): Promise<Handled> {
  let isSettled = false
  const settled = () => {
    isSettled = true
  }
  const book: AnswerBook = {
    key: claim.stableKey,
    isSettled: () => isSettled,
    write: async (tx, answer) => {
      await settleKey(tx, claim, { status: answer.status, body: sealed(incoming, answer.body) })
      if (tx.isTransaction) onCommit(tx as Parameters<typeof onCommit>[0], settled)
      else settled()
    },
  }
  try {
    return await run(incoming, book)
  } catch (error) {
    if (!isSettled) await letGo(incoming, ending(incoming, claim, error))
    throw error
  }
}

// A refusal, and whatever one transaction rolled back, has changed nothing. A failure between several transactions may have.
function ending({ route, platform }: Incoming, claim: Claim, error: unknown): () => Promise<void> {
  const { db } = platform.database
  const changedNothing = route.transaction !== 'own' || error instanceof Refusal
  return () => (changedNothing ? releaseKey(db, claim) : giveUpLease(db, claim))
}

// Without the database it is tried until the lease would be over by itself; nobody waits for that.
async function letGo({ platform, request }: Incoming, end: () => Promise<void>): Promise<void> {
  const told = (cause: unknown): void => platform.log.warn('idempotency_key_kept', { requestId: request.id, cause: String(cause) })
  const again = async (lateMs: number): Promise<void> => {
    try {
      await end()
    } catch (error) {
      if (faultOf(error) !== 'unavailable' || monotonicMs() > lateMs) return told(error)
      outside(() => setTimeout(() => void again(lateMs), LET_GO_AGAIN_MS).unref())
    }
  }
  await again(monotonicMs() + LEASE_SECONDS * 1000)
}

// A person's keys are one within the organization and the person: roles differ, and an answer is not for everybody there.
function placeOf({ route, request, caller, parts, platform }: Incoming): { readonly scope: string; readonly path: string } {
  const path = request.path.replace(/\/+$/, '')
  if (caller.kind === 'organization-token') return { scope: caller.organizationId, path }
  if (caller.kind === 'anonymous' || caller.kind === 'service') return { scope: 'client-secret', path: platform.secrets.digest(path) }
  const tenants = tenantsOf(route.access, caller)
  const named = (parts.body as { readonly organization_id?: unknown } | undefined)?.organization_id
  const organization = [named, caller.session.activeOrganizationId].find((id) => tenants.some((tenant) => tenant === id))
  return { scope: `${organization ?? 'none'}:${caller.user.id}`, path }
}
