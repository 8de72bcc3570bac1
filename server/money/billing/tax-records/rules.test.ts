import { expect, test } from 'vitest'
import type { SaleTax } from '#money/taxes/model.ts'
import type { TaxRecord } from './model.ts'
import { applyAttempt, newRecord, recordingEngine, reversalReference, reversedAmount, saleReference, undoneReference } from './rules.ts'

const NOW = new Date('2026-11-27T12:00:00.000Z')
const ORDER = '0193a1b2-0000-7000-8000-000000000001'
const record: TaxRecord = newRecord({
  organizationId: '0193a1b2-0000-7000-8000-000000000002',
  orderId: ORDER,
  kind: 'sale',
  engine: 'stripe',
  reference: saleReference(ORDER),
  amount: 1000,
  taxAmount: 190,
  currency: 'eur',
  calculationId: 'taxcalc_1',
  now: NOW,
})
const tax = (source: string, calculationId?: string) => ({ source, calculationId }) as SaleTax
const secondsUntil = ({ nextAttemptAt }: TaxRecord) => nextAttemptAt && (nextAttemptAt.getTime() - NOW.getTime()) / 1000

test.each([
  ['no taxes', null, null],
  ['the table of rates', tax('2026-11-26'), null],
  ['a service without a calculation', tax('stripe'), null],
  ['a service', tax('stripe', 'taxcalc_1'), 'stripe'],
])('an order with %s is recorded by %s', (_, decided, engine) => {
  expect(recordingEngine(decided)).toBe(engine)
})

test('each reference names what is recorded, once', () => {
  const cause = { kind: 'refund', id: 'r1' } as const
  expect([saleReference('o1'), reversalReference(cause, 'reversal'), reversalReference(cause, 'restoration')]).toEqual([
    'order:o1',
    'refund:r1',
    'refund:r1:restored',
  ])
  expect(undoneReference('refund:r1:restored')).toBe('refund:r1')
})

test.each([
  ['inclusive', 1190],
  ['exclusive', 1000],
] as const)('of %s prices the line gives back %i', (behavior, amount) => {
  expect(reversedAmount(record, behavior)).toBe(amount)
})

test('a new record is due at once', () => {
  expect(record).toMatchObject({ status: 'pending', attempts: 0, nextAttemptAt: NOW, transactionId: null })
})

test.each([
  [1, 60],
  [2, 120],
  [5, 960],
  [12, 86_400],
  [10_000, 86_400],
])('after %i attempts without an answer the next one waits for %i seconds', (attempts, seconds) => {
  const next = applyAttempt({ ...record, attempts: attempts - 1 }, { kind: 'waiting', detail: 'The key lacks a permission.' }, NOW)
  expect([next.status, next.attempts, secondsUntil(next)]).toEqual(['pending', attempts, seconds])
  expect(next.failureDetail).toBe('The key lacks a permission.')
})

test('a recorded one and one that has failed are not attempted again', () => {
  expect(
    applyAttempt({ ...record, failureDetail: 'No answer.' }, { kind: 'recorded', transactionId: 'tax_1', lineId: 'line_1' }, NOW),
  ).toMatchObject({
    status: 'recorded',
    transactionId: 'tax_1',
    lineId: 'line_1',
    nextAttemptAt: null,
    modifiedAt: NOW,
    failureDetail: null,
  })
  const failed = applyAttempt(record, { kind: 'failed', reason: 'refused', detail: 'x'.repeat(900) }, NOW)
  expect(failed).toMatchObject({ status: 'failed', failureReason: 'refused', nextAttemptAt: null })
  expect(failed.failureDetail).toHaveLength(500)
})

test('with another calculation the next attempt is due at once, and none is counted', () => {
  expect(applyAttempt({ ...record, attempts: 3 }, { kind: 'calculated', calculationId: 'taxcalc_2' }, NOW)).toMatchObject({
    status: 'pending',
    attempts: 3,
    calculationId: 'taxcalc_2',
    nextAttemptAt: NOW,
  })
})
