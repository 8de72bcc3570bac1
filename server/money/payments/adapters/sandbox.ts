// The processor for test merchants: not an external system, but a table (`sandbox_charges`) with transactions of its own.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { newToken } from '#kernel/token.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type SandboxCard, type SandboxFault, sandboxCard } from '../cards.ts'
import { sandboxReference } from '../model.ts'
import type { ChargeAnswer, ChargeKey, ChargeOutcome, ChargeRequest, Processor } from '../processor.ts'
import type { SandboxChargesTable } from './sandbox-account.ts'

type ChargeStatus = 'requires_action' | 'succeeded' | 'declined' | 'canceled' | 'refunded'

const chargeColumns = ['id', 'status', 'decline_code', 'brand', 'last4', 'sealed_action_secret', 'fault', 'created_at'] as const

type Charge = Pick<SandboxChargesTable, (typeof chargeColumns)[number]>

/** The prefix of an action's secret. */
export const ACTION_SECRET_PREFIX = 'sandbox_pi_'

const SLOW_MS = 1500
const POLL_MS = 20
const POLLS_MAXIMUM = 3000
const MUTE_MS = 120_000
const SEAL = 'sandbox-action'
const sentences: Readonly<Record<string, string>> = {
  card_declined: 'Your card was declined.',
  invalid_token: 'This card could not be read. Enter it again.',
  authentication_failed: 'The payment was not approved.',
  canceled: 'The payment was canceled.',
}

/** An event about a charge, as a real processor sends it by webhook. */
export interface SandboxEvent {
  readonly organizationId: string
  /** Unique at the processor; an event that is sent twice has the same id. */
  readonly eventId: string
  readonly type: 'charge.succeeded' | 'charge.failed'
  readonly key: string
}

/** Stores an event in our inbox. */
export type Deliver = (tx: Tx, event: SandboxEvent) => Promise<void>

/** Creates the sandbox processor. `deliver` receives its events. */
export function sandboxProcessor(platform: Platform, deliver: Deliver): Processor {
  const { database, clock } = platform
  return {
    name: 'sandbox',
    async charge(request) {
      const card = sandboxCard(request.token, !platform.settings.isProduction)
      const columns = columnsOf(platform, request, card)
      if (card?.fault === 'late') await until(async () => (await chargeOf(database.db, request)) !== undefined)
      const charge = await database.transaction((tx) => insertOnce(tx, request, { ...columns, created_at: clock.now(request) }))
      const answer = answerOf(platform, charge)
      return card?.fault ? simulateFault(card.fault, { platform, deliver, charge, request, answer }) : answer
    },
    async find(request) {
      const charge = await chargeOf(database.db, request)
      if (charge?.fault === 'mute' && clock.now(request).getTime() - charge.created_at.getTime() < MUTE_MS)
        throw new Error('The processor is down.')
      return charge ? answerOf(platform, charge) : { kind: 'absent' }
    },
    async cancel(request) {
      return answerOf(platform, await database.transaction((tx) => cancelCharge(tx, request, clock.now(request))))
    },
    async refund(request) {
      await database.transaction((tx) =>
        tx
          .updateTable('sandbox_charges')
          .set({ status: 'refunded' })
          .where('organization_id', '=', request.organizationId)
          .where('key', '=', request.key)
          .where('status', '=', 'succeeded')
          .execute(),
      )
      return true
    },
  }
}

interface FaultContext {
  readonly platform: Platform
  readonly deliver: Deliver
  readonly charge: Charge
  readonly request: ChargeRequest
  readonly answer: ChargeAnswer
}

/** The answer of a processor with a fault to a recorded charge. */
async function simulateFault(fault: SandboxFault, { platform, deliver, charge, request, answer }: FaultContext): Promise<ChargeOutcome> {
  const { database } = platform
  const publish = async (...events: SandboxEvent[]) => {
    for (const event of events) await database.transaction((tx) => deliver(tx, event))
  }
  const truth = eventOf(charge, request)
  const eventWith = (status: ChargeStatus) => eventOf({ id: charge.id, status }, request)
  const answers: Readonly<Record<SandboxFault, () => Promise<ChargeOutcome>>> = {
    slow: () => wait(SLOW_MS, answer),
    late: async () => answer,
    lost: async () => ({ kind: 'unknown', reason: 'The answer of the processor was lost.' }),
    mute: async () => ({ kind: 'unknown', reason: 'The answer of the processor was lost.' }),
    never: () => Promise.withResolvers<never>().promise,
    failed: () => Promise.reject(new Error('The processor answered 500.')),
    doubled: () => publish(truth).then(() => answer),
    disordered: () =>
      publish(eventWith('succeeded'), eventWith('declined'), eventWith('succeeded'), eventWith('declined')).then(() => answer),
    strange: () => publish({ ...truth, key: `${request.key}-of-nobody`, eventId: `${truth.eventId}:strange` }).then(() => answer),
    early: async () => {
      await publish(truth)
      await until(() => isProcessed(database.db, truth))
      return answer
    },
  }
  return answers[fault]()
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let poll = 0; poll < POLLS_MAXIMUM && !(await condition()); poll += 1) await wait(POLL_MS)
}

async function isProcessed(db: Platform['database']['db'], event: SandboxEvent): Promise<boolean> {
  const processed = await db
    .selectFrom('payment_events')
    .select('id')
    .where('organization_id', '=', event.organizationId)
    .where('event_id', '=', event.eventId)
    .where('worked_at', 'is not', null)
    .executeTakeFirst()
  return processed !== undefined
}

/**
 * Acts as the page of the buyer's bank: approves or declines the charge whose action secret has this digest, and sends an
 * event. A second answer changes nothing. Undefined when no charge has the secret.
 */
export async function resolveSandboxCharge(
  tx: Tx,
  request: { readonly digest: string; readonly isApproved: boolean; readonly deliver: Deliver },
): Promise<Exclude<ChargeStatus, 'requires_action'> | undefined> {
  const charge = await tx
    .selectFrom('sandbox_charges')
    .select(['organization_id', 'id', 'key', 'status'])
    .where('action_secret_digest', '=', request.digest)
    .forUpdate()
    .executeTakeFirst()
  if (charge?.status !== 'requires_action') return charge?.status
  const status = request.isApproved ? 'succeeded' : 'declined'
  await tx
    .updateTable('sandbox_charges')
    .set({ status, decline_code: request.isApproved ? null : 'authentication_failed' })
    .where('organization_id', '=', charge.organization_id)
    .where('id', '=', charge.id)
    .execute()
  const key = { organizationId: charge.organization_id, key: charge.key }
  await request.deliver(tx, eventOf({ id: charge.id, status }, key))
  return status
}

function eventOf(charge: Pick<Charge, 'id' | 'status'>, key: ChargeKey): SandboxEvent {
  const type = charge.status === 'succeeded' ? 'charge.succeeded' : 'charge.failed'
  return { organizationId: key.organizationId, key: key.key, type, eventId: `${charge.id}:${type}` }
}

type ChargeColumns = Omit<SandboxChargesTable, 'organization_id' | 'id' | 'key' | 'created_at'>

function columnsOf({ secrets }: Platform, { amount, currency }: ChargeRequest, card: SandboxCard | null): ChargeColumns {
  const secret = card?.outcome === 'requires_action' ? newToken(ACTION_SECRET_PREFIX) : null
  const status = card === null || card.outcome === 'declined' ? 'declined' : card.outcome === 'succeeds' ? 'succeeded' : 'requires_action'
  return {
    amount,
    currency,
    status,
    decline_code: card === null ? 'invalid_token' : card.outcome === 'declined' ? 'card_declined' : null,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    action_secret_digest: secret && secrets.digest(secret),
    sealed_action_secret: secret && secrets.seal(SEAL, secret),
    fault: card?.fault ?? null,
  }
}

/** Inserts a charge unless its key has one; returns the charge of the key. */
async function insertOnce(tx: Tx, key: ChargeKey, columns: ChargeColumns & Pick<Charge, 'created_at'>): Promise<Charge> {
  const charge = await tx
    .insertInto('sandbox_charges')
    .values({ organization_id: key.organizationId, id: newId(columns.created_at), key: key.key, ...columns })
    // An update without effect, so that an existing row is returned as well.
    .onConflict((conflict) => conflict.columns(['organization_id', 'key']).doUpdateSet({ key: sql`excluded.key` }))
    .returning(chargeColumns)
    .executeTakeFirstOrThrow()
  return charge
}

// A key that was never charged is inserted as canceled, so that a pending request finds it canceled.
async function cancelCharge(tx: Tx, request: ChargeKey, now: Date): Promise<Charge> {
  const nothing = { amount: 0, currency: 'xxx', decline_code: 'canceled', brand: null, last4: null, fault: null }
  const tombstone = { ...nothing, status: 'canceled' as const, action_secret_digest: null, sealed_action_secret: null }
  const charge = await insertOnce(tx, request, { ...tombstone, created_at: now })
  if (charge.status !== 'requires_action') return charge
  const canceled = { status: 'canceled' as const, decline_code: 'canceled' }
  await tx
    .updateTable('sandbox_charges')
    .set(canceled)
    .where('organization_id', '=', request.organizationId)
    .where('id', '=', charge.id)
    .execute()
  return { ...charge, ...canceled }
}

async function chargeOf(db: Platform['database']['db'], request: ChargeKey): Promise<Charge | undefined> {
  return db
    .selectFrom('sandbox_charges')
    .select(chargeColumns)
    .where('organization_id', '=', request.organizationId)
    .where('key', '=', request.key)
    .executeTakeFirst()
}

function answerOf(platform: Platform, charge: Charge): ChargeAnswer {
  const reference = sandboxReference(charge)
  if (charge.status === 'requires_action') {
    return { kind: 'requires_action', reference, actionSecret: platform.secrets.open(SEAL, charge.sealed_action_secret ?? '') }
  }
  if (charge.status === 'succeeded' || charge.status === 'refunded') {
    return { kind: 'succeeded', reference, brand: charge.brand ?? 'visa', last4: charge.last4 ?? '' }
  }
  const code = charge.decline_code ?? 'card_declined'
  return { kind: 'declined', reference, code, sentence: sentences[code] ?? 'Your card was declined.' }
}
