import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { type LockedOrder, orderItems, orders } from '#money/billing/orders/index.ts'
import { taxableAmount } from '#money/billing/subscriptions/index.ts'
import { loadEngine } from '#money/taxes/index.ts'
import { type EngineRecord, questionOfOrder, type SaleTax, type TaxEngine } from '#money/taxes/model.ts'
import { inIsolation, POLL_BATCH, pollEach, pollEnd } from '#platform/attempt/poll.ts'
import { monotonicMs } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { TaxRecord } from '../model.ts'
import { type Attempt, applyAttempt, notesOf, reversedAmount, undoneReference } from '../rules.ts'
import { findByReference, findDueRecords, findSale, taxRecords } from '../store.ts'

/** Sends what is due to the tax services, of each order one after the other. */
export async function sendRecords(platform: Platform): Promise<void> {
  const endMs = pollEnd()
  const isolation = {
    sentence: 'A tax record could not be sent; it is sent again.',
    subject: ({ id }: TaxRecord) => ({ taxRecordId: id }),
    postpone: (tx: Tx, record: TaxRecord) => saveAttempt(tx, platform, { record, made: { kind: 'waiting', detail: null } }),
  }
  const send = inIsolation(platform, isolation, async (record: TaxRecord) => {
    const made = await attempt(platform, record)
    await platform.database.transaction((tx) => saveAttempt(tx, platform, { record, made }))
  })
  let due: TaxRecord[]
  do {
    due = await findDueRecords(platform.database.db, platform.clock, POLL_BATCH)
    await pollEach(due, send, endMs)
  } while (due.length > 0 && monotonicMs() < endMs)
}

// A record that another run has settled meanwhile stays: a service records one reference once, so both have the same answer.
async function saveAttempt(
  tx: Tx,
  { clock }: Platform,
  { record: { organizationId, id }, made }: { readonly record: TaxRecord; readonly made: Attempt },
): Promise<void> {
  const record = await taxRecords.lock(tx, [organizationId], id)
  if (record?.status === 'pending') await taxRecords.save(tx, applyAttempt(record, made, clock.now({ organizationId })))
}

interface Sent {
  readonly platform: Platform
  readonly engine: TaxEngine
  readonly record: TaxRecord
  readonly order: LockedOrder
  readonly tax: SaleTax
}

async function attempt(platform: Platform, record: TaxRecord): Promise<Attempt> {
  const { organizationId, orderId } = record
  const order = present(await orders.find(platform.database.db, [organizationId], orderId), 'The order of a tax record')
  const engine = await loadEngine(platform, record.engine)
  if (!engine.recordsCurrency(record.currency)) return { kind: 'failed', reason: 'currency', detail: null }
  const sent = { platform, engine, record, order, tax: present(order.tax, 'The taxes of a recorded order') }
  if (record.kind === 'sale') return sendSale(sent)
  return record.kind === 'reversal' ? sendReversal(sent) : sendRestoration(sent)
}

async function sendSale(sent: Sent): Promise<Attempt> {
  const { platform, engine, record, order, tax } = sent
  const { calculationId, reference, taxAmount } = record
  if (calculationId === null) return calculateAnew(sent)
  const answer = await engine.recordSale({ calculationId, reference, taxAmount, notes: notesOf(order) }, platform.settings)
  // The calculation of the order may have expired, or was recorded for another sale.
  if (answer.kind === 'refused' && calculationId === tax.calculationId) return { kind: 'calculated', calculationId: null }
  return attemptOf(answer)
}

async function calculateAnew({ platform, engine, order, tax }: Omit<Sent, 'record'>): Promise<Attempt> {
  const taxedAmount = await taxableAmountOf(platform.database.db, order)
  const answer = await engine.calculate(questionOfOrder({ ...order, tax, taxableAmount: taxedAmount }), platform.settings)
  if (answer.kind === 'refused') return { kind: 'failed', reason: 'refused', detail: answer.cause } as const
  if (answer.kind !== 'calculated') return { kind: 'waiting', detail: answer.cause } as const
  if (answer.taxAmount === order.taxAmount && answer.id !== null) return { kind: 'calculated', calculationId: answer.id } as const
  return { kind: 'failed', reason: 'other_tax', detail: `${answer.taxAmount}` } as const
}

// Of an order with lines of exempt products the service has taxed the others alone.
async function taxableAmountOf(db: Database, { organizationId, id, discountAmount }: LockedOrder): Promise<number> {
  const tail = sql`where organization_id = ${organizationId} and order_id = ${id}::uuid order by position`
  return taxableAmount(await orderItems.select(db, tail), discountAmount)
}

async function sendReversal({ platform, engine, record, order, tax }: Sent): Promise<Attempt> {
  const sale = await findSale(platform.database.db, record)
  if (!sale?.transactionId || !sale.lineId) return { kind: 'failed', reason: 'original_failed', detail: null }
  const { reference, taxAmount } = record
  const amounts = { amount: reversedAmount(record, tax.behavior), taxAmount }
  const reversal = { transactionId: sale.transactionId, lineId: sale.lineId, reference, ...amounts, notes: notesOf(order) }
  return attemptOf(await engine.recordReversal(reversal, platform.settings))
}

async function sendRestoration({ platform, engine, record, order }: Sent): Promise<Attempt> {
  const { organizationId, reference } = record
  const reversal = await findByReference(platform.database.db, organizationId, undoneReference(reference))
  if (!reversal?.transactionId) return { kind: 'failed', reason: 'original_failed', detail: null }
  const restoration = { transactionId: reversal.transactionId, reference, notes: notesOf(order) }
  return attemptOf(await engine.recordRestoration(restoration, platform.settings))
}

function attemptOf(answer: EngineRecord): Attempt {
  if (answer.kind === 'recorded') return answer
  const { cause: detail } = answer
  return answer.kind === 'refused' ? { kind: 'failed', reason: 'refused', detail } : { kind: 'waiting', detail }
}
