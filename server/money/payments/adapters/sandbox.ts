// The processor for test merchants: no outside, but its own books (`sandbox_charges`), kept in transactions of its own.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { newToken } from '#kernel/token.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type SandboxCard, type SandboxFault, sandboxCard } from '../cards.ts'
import type { ChargeAnswer, ChargeKey, ChargeOutcome, ChargeRequest, Processor } from '../processor.ts'
import { sandboxReference } from './sandbox-account.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    sandbox_charges: SandboxChargesTable
  }
}

interface SandboxChargesTable {
  organization_id: string
  id: string
  key: string
  amount: number
  currency: string
  status: ChargeStatus
  decline_code: string | null
  brand: string | null
  last4: string | null
  action_secret_digest: string | null
  sealed_action_secret: string | null
  fault: SandboxFault | null
  created_at: Date
}

type ChargeStatus = 'requires_action' | 'succeeded' | 'declined' | 'canceled' | 'refunded'

const chargeColumns = ['id', 'status', 'decline_code', 'brand', 'last4', 'sealed_action_secret', 'fault', 'created_at'] as const

type Charge = Pick<SandboxChargesTable, (typeof chargeColumns)[number]>

/** How the secret of an action begins. */
export const ACTION_SECRET_PREFIX = 'sandbox_pi_'

const SLOW_MS = 1500
const LOOK_AGAIN_MS = 20
const LOOKS_MAX = 3000
const MUTE_MS = 120_000
const SEAL = 'sandbox-action'
const sentences: Readonly<Record<string, string>> = {
  card_declined: 'Your card was declined.',
  invalid_token: 'This card could not be read. Enter it again.',
  authentication_failed: 'The payment was not approved.',
  canceled: 'The payment was canceled.',
}

/** What is told of a charge on the processor's own account, as a real one does by its webhooks. */
export interface SandboxEvent {
  readonly organizationId: string
  /** Unique at the processor; the same event told twice has the same. */
  readonly eventId: string
  readonly type: 'charge.succeeded' | 'charge.failed'
  readonly key: string
  readonly now: Date
}

/** Takes an event into our inbox. */
export type Deliver = (tx: Tx, event: SandboxEvent) => Promise<void>

/** The sandbox processor. `deliver` is where its events go. */
export function sandboxProcessor(platform: Platform, deliver: Deliver): Processor {
  const { database } = platform
  return {
    name: 'sandbox',
    async charge(request) {
      const card = sandboxCard(request.token, !platform.settings.isProduction)
      const wanted = wantedOf(platform, request, card)
      if (card?.fault === 'late') await until(async () => (await chargeOf(database.db, request)) !== undefined)
      const charge = await database.transaction((tx) => insertOnce(tx, request, wanted))
      const answer = answerOf(platform, charge)
      return card?.fault ? misbehave(card.fault, { platform, deliver, charge, request, answer }) : answer
    },
    async find(asked) {
      const charge = await chargeOf(database.db, asked)
      if (charge?.fault === 'mute' && asked.now.getTime() - charge.created_at.getTime() < MUTE_MS) throw new Error('The processor is down.')
      return charge ? answerOf(platform, charge) : { kind: 'absent' }
    },
    async cancel(asked) {
      return answerOf(platform, await database.transaction((tx) => giveUp(tx, asked)))
    },
    async refund(asked) {
      await database.transaction((tx) =>
        tx
          .updateTable('sandbox_charges')
          .set({ status: 'refunded' })
          .where('organization_id', '=', asked.organizationId)
          .where('key', '=', asked.key)
          .where('status', '=', 'succeeded')
          .execute(),
      )
      return true
    },
  }
}

interface Misbehaving {
  readonly platform: Platform
  readonly deliver: Deliver
  readonly charge: Charge
  readonly request: ChargeRequest
  readonly answer: ChargeAnswer
}

/** What a charge that was made is answered by a processor with a fault. */
async function misbehave(fault: SandboxFault, { platform, deliver, charge, request, answer }: Misbehaving): Promise<ChargeOutcome> {
  const { database } = platform
  const tell = async (...events: SandboxEvent[]) => {
    for (const event of events) await database.transaction((tx) => deliver(tx, event))
  }
  const truth = eventOf(charge, request)
  const asIf = (status: ChargeStatus) => eventOf({ id: charge.id, status }, request)
  const answers: Readonly<Record<SandboxFault, () => Promise<ChargeOutcome>>> = {
    slow: () => wait(SLOW_MS, answer),
    late: async () => answer,
    lost: async () => ({ kind: 'unknown', reason: 'The answer of the processor was lost.' }),
    mute: async () => ({ kind: 'unknown', reason: 'The answer of the processor was lost.' }),
    never: () => Promise.withResolvers<never>().promise,
    failed: () => Promise.reject(new Error('The processor answered 500.')),
    doubled: () => tell(truth).then(() => answer),
    disordered: () => tell(asIf('succeeded'), asIf('declined'), asIf('succeeded'), asIf('declined')).then(() => answer),
    strange: () => tell({ ...truth, key: `${request.key}-of-nobody`, eventId: `${truth.eventId}:strange` }).then(() => answer),
    early: async () => {
      await tell(truth)
      await until(() => wasWorked(database.db, truth))
      return answer
    },
  }
  return answers[fault]()
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < LOOKS_MAX && !(await isSo()); look += 1) await wait(LOOK_AGAIN_MS)
}

async function wasWorked(db: Platform['database']['db'], event: SandboxEvent): Promise<boolean> {
  const worked = await db
    .selectFrom('payment_events')
    .select('id')
    .where('organization_id', '=', event.organizationId)
    .where('event_id', '=', event.eventId)
    .where('worked_at', 'is not', null)
    .executeTakeFirst()
  return worked !== undefined
}

/**
 * What the buyer's bank page does for a card of the sandbox: approves or refuses the charge whose action secret has this
 * digest, and tells us by an event. Done twice, the first answer stands. Undefined when no charge has the secret.
 */
export async function resolveSandboxCharge(
  tx: Tx,
  asked: { readonly digest: string; readonly isApproved: boolean; readonly now: Date; readonly deliver: Deliver },
): Promise<Exclude<ChargeStatus, 'requires_action'> | undefined> {
  const charge = await tx
    .selectFrom('sandbox_charges')
    .select(['organization_id', 'id', 'key', 'status'])
    .where('action_secret_digest', '=', asked.digest)
    .forUpdate()
    .executeTakeFirst()
  if (charge?.status !== 'requires_action') return charge?.status
  const status = asked.isApproved ? 'succeeded' : 'declined'
  await tx
    .updateTable('sandbox_charges')
    .set({ status, decline_code: asked.isApproved ? null : 'authentication_failed' })
    .where('organization_id', '=', charge.organization_id)
    .where('id', '=', charge.id)
    .execute()
  const about = { organizationId: charge.organization_id, key: charge.key, now: asked.now }
  await asked.deliver(tx, eventOf({ id: charge.id, status }, about))
  return status
}

function eventOf(charge: Pick<Charge, 'id' | 'status'>, about: ChargeKey): SandboxEvent {
  const type = charge.status === 'succeeded' ? 'charge.succeeded' : 'charge.failed'
  return { organizationId: about.organizationId, key: about.key, now: about.now, type, eventId: `${charge.id}:${type}` }
}

type Wanted = Omit<SandboxChargesTable, 'organization_id' | 'id' | 'key' | 'created_at'>

function wantedOf({ secrets }: Platform, { amount, currency }: ChargeRequest, card: SandboxCard | null): Wanted {
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

/** Keeps a charge unless its key has one; gives the one that the key has. */
async function insertOnce(tx: Tx, about: ChargeKey, columns: Wanted): Promise<Charge> {
  const made = await tx
    .insertInto('sandbox_charges')
    .values({ organization_id: about.organizationId, id: newId(about.now), key: about.key, created_at: about.now, ...columns })
    // An update of nothing, so that the row that was there before is returned as well.
    .onConflict((conflict) => conflict.columns(['organization_id', 'key']).doUpdateSet({ key: sql`excluded.key` }))
    .returning(chargeColumns)
    .executeTakeFirstOrThrow()
  return made
}

// A key that was never charged is kept as canceled, so that a request still under way finds it given up.
async function giveUp(tx: Tx, asked: ChargeKey): Promise<Charge> {
  const nothing = { amount: 0, currency: 'xxx', decline_code: 'canceled', brand: null, last4: null, fault: null }
  const tombstone = { ...nothing, status: 'canceled' as const, action_secret_digest: null, sealed_action_secret: null }
  const charge = await insertOnce(tx, asked, tombstone)
  if (charge.status !== 'requires_action') return charge
  const canceled = { status: 'canceled' as const, decline_code: 'canceled' }
  await tx
    .updateTable('sandbox_charges')
    .set(canceled)
    .where('organization_id', '=', asked.organizationId)
    .where('id', '=', charge.id)
    .execute()
  return { ...charge, ...canceled }
}

async function chargeOf(db: Platform['database']['db'], asked: ChargeKey): Promise<Charge | undefined> {
  return db
    .selectFrom('sandbox_charges')
    .select(chargeColumns)
    .where('organization_id', '=', asked.organizationId)
    .where('key', '=', asked.key)
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
