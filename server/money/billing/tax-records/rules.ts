import { newId } from '#kernel/id.ts'
import { type ServiceEngineName, taxEngines } from '#merchant/merchants/model.ts'
import type { Order } from '#money/billing/orders/model.ts'
import type { SaleTax } from '#money/taxes/model.ts'
import type { TaxRecord, TaxRecordFailure, TaxRecordKind } from './model.ts'

const FIRST_WAIT_SECONDS = 60
const LONGEST_WAIT_SECONDS = 86_400
const DETAIL_MAXIMUM = 500

/** The service that has worked out the taxes of an order and can record them; null: the table of rates did, or nothing is collected. */
export function recordingEngine(tax: SaleTax | null): ServiceEngineName | null {
  const engine = taxEngines.find((name) => name === tax?.source)
  return engine === undefined || engine === 'built_in' || tax?.calculationId === undefined ? null : engine
}

/** The values of a new record. */
export interface RecordInput
  extends Pick<TaxRecord, 'organizationId' | 'orderId' | 'kind' | 'engine' | 'amount' | 'taxAmount' | 'currency'> {
  /** Unique in the organization, and never used again: the kind and the id of what is recorded. */
  readonly reference: string
  readonly calculationId: string | null
  readonly now: Date
}

/** A record that is due at once. */
export function newRecord({ now, ...input }: RecordInput): TaxRecord {
  return {
    ...input,
    id: newId(now),
    status: 'pending',
    failureReason: null,
    failureDetail: null,
    transactionId: null,
    lineId: null,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
    modifiedAt: null,
  }
}

/** The reference of the sale of an order. */
export const saleReference = (orderId: string): string => `order:${orderId}`

/** The refund, dispute or credit that has given back a part of an order. */
export interface ReversalCause {
  readonly kind: 'refund' | 'dispute' | 'credit'
  readonly id: string
}

const RESTORED = ':restored'

/** The reference of a reversal, or of its restoration. */
export function reversalReference({ kind, id }: ReversalCause, of: Exclude<TaxRecordKind, 'sale'>): string {
  return of === 'reversal' ? `${kind}:${id}` : `${kind}:${id}${RESTORED}`
}

/** The reference of the reversal that a restoration undoes. */
export function undoneReference(restoration: string): string {
  return restoration.slice(0, -RESTORED.length)
}

/**
 * The outcome of an attempt to record. `waiting`: it is made again later · `calculated`: it is made again at once, by this calculation.
 * `detail` is what the service says.
 */
export type Attempt =
  | { readonly kind: 'recorded'; readonly transactionId: string; readonly lineId: string | null }
  | { readonly kind: 'failed'; readonly reason: TaxRecordFailure; readonly detail: string | null }
  | { readonly kind: 'waiting'; readonly detail: string | null }
  | { readonly kind: 'calculated'; readonly calculationId: string | null }

/** The record after an attempt. An attempt without an answer is made again after a minute, then after twice as long, at most a day. */
export function applyAttempt(record: TaxRecord, attempt: Attempt, now: Date): TaxRecord {
  const attempts = record.attempts + 1
  const next = { ...record, attempts, modifiedAt: now, nextAttemptAt: null, failureDetail: null }
  switch (attempt.kind) {
    case 'recorded':
      return { ...next, status: 'recorded', transactionId: attempt.transactionId, lineId: attempt.lineId }
    case 'failed':
      return { ...next, status: 'failed', failureReason: attempt.reason, failureDetail: detailOf(attempt) }
    case 'calculated':
      return { ...next, attempts: record.attempts, calculationId: attempt.calculationId, nextAttemptAt: now }
    case 'waiting':
      return { ...next, nextAttemptAt: new Date(now.getTime() + waitSeconds(attempts) * 1000), failureDetail: detailOf(attempt) }
  }
}

const detailOf = ({ detail }: { readonly detail: string | null }) => detail?.slice(0, DETAIL_MAXIMUM) ?? null

function waitSeconds(attempts: number): number {
  return Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(attempts - 1, 20))
}

/** The amount given back of the line of a recorded sale, in minor units: it contains the tax where the price did. */
export function reversedAmount({ amount, taxAmount }: Pick<TaxRecord, 'amount' | 'taxAmount'>, behavior: SaleTax['behavior']): number {
  return behavior === 'inclusive' ? amount + taxAmount : amount
}

/** The notes in the reports of the service about a record beside its reference. */
export function notesOf({ number, organizationId }: Pick<Order, 'number' | 'organizationId'>): Readonly<Record<string, string>> {
  return { order_number: number, organization_id: organizationId }
}
