// The charges and set-ups of the sandbox: rows of `sandbox_charges`, and the methods that they save.
import { sql } from 'kysely'
import { newToken } from '#contract/token.ts'
import { isId, NO_ID, newId } from '#kernel/id.ts'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { type SandboxToken, type SandboxVerdict, sandboxCard, sandboxToken, verdictOfSaved } from '../cards.ts'
import { sandboxFee, sandboxReference } from '../model.ts'
import type { ChargeOutcome, ChargeRequest, ProcessorEventType, RequestKey, SetUpRequest } from '../processor.ts'
import type { SandboxChargesTable } from './sandbox-account.ts'

/** The prefix of an action's secret. */
export const ACTION_SECRET_PREFIX = 'sandbox_pi_'

const SEAL = 'sandbox-action'
declareSealed(SEAL, { table: 'sandbox_charges', column: 'sealed_action_secret' })
const METHOD_PREFIX = 'sandbox_pm_'
/** A set-up, and a key that was canceled before it was used, have no currency. */
const NO_CURRENCY = 'xxx'

const sentences: Readonly<Record<string, string>> = {
  card_declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: 'The security code of your card is wrong.',
  processing_error: 'Your bank could not process the payment. Try again.',
  authentication_required: 'Your bank requires you to approve this payment.',
  invalid_token: 'This card could not be read. Enter it again.',
  invalid_method: 'This payment method was removed.',
  authentication_failed: 'The payment was not approved.',
  canceled: 'The payment was canceled.',
}

/** The columns of a charge that the sandbox reads. */
export const chargeColumns = [
  'id',
  'key',
  'status',
  'amount',
  'decline_code',
  'brand',
  'last4',
  'sealed_action_secret',
  'fault',
  'card',
  'card_expiry',
  'method_id',
  'saves_for',
  'dispute_status',
  'created_at',
] as const

/** A stored charge or set-up. */
export type Charge = Pick<SandboxChargesTable, (typeof chargeColumns)[number]>

/** An event about a charge, as a real processor sends it by webhook. */
export interface SandboxEvent {
  readonly organizationId: string
  /** Unique at the processor; an event that is sent twice has the same id. */
  readonly eventId: string
  readonly type: ProcessorEventType
  /** The key of the charge. */
  readonly key: string
}

/** Stores an event in our inbox. */
export type Deliver = (tx: Tx, event: SandboxEvent) => Promise<void>

type ChargeColumns = Omit<SandboxChargesTable, 'organization_id' | 'id' | 'key' | 'created_at' | 'refunded_amount' | 'dispute_status'>

/** The token of a request, with its fault. */
export function tokenOf(platform: Pick<Platform, 'settings'>, token: string): SandboxToken | null {
  return sandboxToken(token, !platform.settings.isProduction)
}

/** The columns of a charge, by the card of its token or of its saved method. */
export async function columnsOfCharge(platform: Platform, request: ChargeRequest): Promise<ChargeColumns> {
  const { amount, currency, source } = request
  if (source.kind === 'token') {
    const token = tokenOf(platform, source.token)
    const columns = columnsOf(platform, token?.card.number ?? null, token?.card.entered ?? 'invalid_token')
    const saved = saving(platform, request, source.saveForCustomerId)
    return { ...columns, ...saved, amount, currency, fault: token?.fault ?? null, card_expiry: token?.expiry ?? null }
  }
  const method = await methodOf(platform, request.organizationId, source.method)
  const card = method && sandboxCard(method.card)
  const verdict = card ? verdictOfSaved(card, source.isOffSession) : 'invalid_method'
  return {
    ...columnsOf(platform, card?.number ?? null, verdict),
    method_id: method?.id ?? null,
    saves_for: null,
    amount,
    currency,
    fault: null,
    card_expiry: null,
  }
}

/** The columns of a set-up: an attempt without an amount that saves its method. */
export function columnsOfSetUp(platform: Platform, request: SetUpRequest): ChargeColumns {
  const token = tokenOf(platform, request.token)
  const columns = columnsOf(platform, token?.card.number ?? null, token?.card.setUp ?? 'invalid_token')
  const saved = saving(platform, request, request.customerId)
  const fault = token?.fault ?? null
  return { ...columns, ...saved, amount: 0, currency: NO_CURRENCY, fault, card_expiry: token?.expiry ?? null }
}

function saving({ clock }: Platform, { organizationId }: RequestKey, customerId: string | null) {
  return { saves_for: customerId, method_id: customerId === null ? null : newId(clock.now({ organizationId })) }
}

const statuses: Readonly<Partial<Record<string, Charge['status']>>> = {
  succeeds: 'succeeded',
  requires_action: 'requires_action',
  declines_later: 'processing',
}

function columnsOf({ secrets }: Platform, number: string | null, verdict: SandboxVerdict | 'invalid_token' | 'invalid_method') {
  const card = number === null ? undefined : sandboxCard(number)
  const secret = verdict === 'requires_action' ? newToken(ACTION_SECRET_PREFIX) : null
  const status = statuses[verdict] ?? 'declined'
  return {
    status,
    decline_code: status === 'declined' ? verdict : null,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    card: number,
    action_secret_digest: secret && secrets.digest(secret),
    sealed_action_secret: secret && secrets.seal(SEAL, secret),
  } as const
}

async function methodOf({ database }: Platform, organizationId: string, reference: string) {
  return database.db
    .selectFrom('sandbox_methods')
    .select(['id', 'card'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', methodIdOf(reference))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

function methodIdOf(reference: string): string {
  const id = reference.startsWith(METHOD_PREFIX) ? reference.slice(METHOD_PREFIX.length) : ''
  return isId(id) ? id : NO_ID
}

/** Inserts a charge unless its key has one; returns the charge of the key. */
export async function insertOnce(
  tx: Tx,
  { organizationId, key }: RequestKey,
  columns: ChargeColumns & { created_at: Date },
): Promise<Charge> {
  return (
    tx
      .insertInto('sandbox_charges')
      .values({ organization_id: organizationId, id: newId(columns.created_at), key, refunded_amount: 0, dispute_status: null, ...columns })
      // An update without effect, so that an existing row is returned as well.
      .onConflict((conflict) => conflict.columns(['organization_id', 'key']).doUpdateSet({ key: sql`excluded.key` }))
      .returning(chargeColumns)
      .executeTakeFirstOrThrow()
  )
}

/** The consequences of a success: the method is saved, and the cardholder may dispute the charge. Changes nothing a second time. */
export async function completeCharge(
  tx: Tx,
  { organizationId, ...charge }: Charge & { organizationId: string },
  deliver: Deliver,
): Promise<void> {
  if (charge.status !== 'succeeded' || charge.card === null) return
  if (charge.saves_for !== null && charge.method_id !== null)
    await saveMethod(tx, organizationId, { ...charge, method_id: charge.method_id })
  if (charge.amount === 0 || charge.dispute_status !== null || !sandboxCard(charge.card)?.isDisputed) return
  await updateCharge(tx, { organizationId, id: charge.id }, { dispute_status: 'needs_response' })
  const eventId = `${charge.id}:dispute.needs_response`
  await deliver(tx, { organizationId, key: charge.key, type: 'dispute.updated', eventId })
}

async function saveMethod(tx: Tx, organizationId: string, charge: Charge & { readonly method_id: string }): Promise<void> {
  await tx
    .insertInto('sandbox_methods')
    .values({
      organization_id: organizationId,
      id: charge.method_id,
      customer_id: charge.saves_for ?? '',
      card: charge.card ?? '',
      created_at: charge.created_at,
      removed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes a saved method; does nothing for an unknown one. */
export async function removeSavedMethod(tx: Tx, organizationId: string, { method, now }: { method: string; now: Date }): Promise<void> {
  await tx
    .updateTable('sandbox_methods')
    .set({ removed_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', methodIdOf(method))
    .where('removed_at', 'is', null)
    .execute()
}

/** Updates a locked charge. */
export async function updateCharge(
  tx: Tx,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  values: Partial<Pick<SandboxChargesTable, 'status' | 'decline_code' | 'refunded_amount' | 'dispute_status'>>,
): Promise<void> {
  await tx.updateTable('sandbox_charges').set(values).where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** Cancels a key: a charge that waits for its action, or a key that was never charged, so that a request on its way finds it canceled. */
export async function cancelCharge(tx: Tx, request: RequestKey, now: Date): Promise<Charge> {
  const card = { brand: null, last4: null, card: null, card_expiry: null, method_id: null, saves_for: null, fault: null }
  const secrets = { action_secret_digest: null, sealed_action_secret: null }
  const tombstone = { ...card, ...secrets, amount: 0, currency: NO_CURRENCY, status: 'canceled', decline_code: 'canceled' } as const
  const charge = await insertOnce(tx, request, { ...tombstone, created_at: now })
  if (charge.status !== 'requires_action' && charge.status !== 'processing') return charge
  const canceled = { status: 'canceled', decline_code: 'canceled' } as const
  await updateCharge(tx, { ...request, id: charge.id }, canceled)
  return { ...charge, ...canceled }
}

/** The charge of a key. */
export async function chargeOf(db: Platform['database']['db'], { organizationId, key }: RequestKey): Promise<Charge | undefined> {
  const charges = db.selectFrom('sandbox_charges').select(chargeColumns).where('organization_id', '=', organizationId)
  return charges.where('key', '=', key).executeTakeFirst()
}

/** The event that says that an attempt was decided. */
export function chargeEvent(charge: Pick<Charge, 'id' | 'status'>, { organizationId, key }: RequestKey): SandboxEvent {
  const type = charge.status === 'succeeded' ? 'charge.succeeded' : 'charge.failed'
  return { organizationId, key, type, eventId: `${charge.id}:${type}` }
}

/** The answer of the processor about a stored attempt. */
export function answerOf(platform: Pick<Platform, 'secrets'>, charge: Charge): ChargeOutcome {
  const reference = sandboxReference(charge)
  if (charge.status === 'processing') return { kind: 'unknown', reason: 'The bank has not decided yet.' }
  if (charge.status === 'requires_action') {
    return { kind: 'requires_action', reference, actionSecret: platform.secrets.openOrNull(SEAL, charge.sealed_action_secret) ?? '' }
  }
  if (charge.status === 'succeeded' || charge.status === 'refunded') {
    const method = charge.method_id === null ? null : METHOD_PREFIX + charge.method_id
    const { brand, last4, amount, card: number, card_expiry: expiry } = charge
    const fingerprint = number && [number, expiry].filter((part) => part !== null).join(':')
    return { kind: 'succeeded', reference, brand: brand ?? 'visa', last4: last4 ?? '', feeAmount: sandboxFee(amount), method, fingerprint }
  }
  const code = charge.decline_code ?? 'card_declined'
  const { brand, last4 } = charge
  const card = brand !== null && last4 !== null ? { brand, last4 } : null
  return { kind: 'declined', reference, code, sentence: sentences[code] ?? 'Your card was declined.', card }
}
