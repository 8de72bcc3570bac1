import { expect, test } from 'vitest'
import type { Dispute } from './model.ts'
import { applyDispute, isPastDue } from './rules.ts'

const now = new Date('2026-03-12T14:20:00Z')
const due = new Date('2026-03-19T14:20:00Z')
const opened: Dispute = {
  id: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
  organizationId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c23',
  orderId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c24',
  customerId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c25',
  paymentId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c26',
  processor: 'stripe',
  reference: 'du_1',
  status: 'needs_response',
  amount: 1000,
  taxAmount: 190,
  feeAmount: 1500,
  currency: 'eur',
  reason: 'fraudulent',
  evidenceDueBy: due,
  createdAt: now,
  modifiedAt: null,
}
const found = {
  reference: 'du_1',
  status: 'needs_response',
  amount: 1190,
  feeAmount: 1500,
  reason: 'fraudulent',
  evidenceDueBy: due,
} as const
const closed = { ...found, evidenceDueBy: null }

test('a new dispute is opened, and resolved at once where the bank has decided', () => {
  expect(applyDispute(undefined, { found, opened, now })).toEqual({ next: opened, effects: ['open'], openedFee: 1500 })
  const lost = { ...opened, status: 'lost' } as const
  expect(applyDispute(undefined, { found: { ...closed, status: 'lost' }, opened: lost, now })?.effects).toEqual(['open', 'lose'])
})

test('the same answer changes nothing, and neither does any after the decision', () => {
  expect(applyDispute(opened, { found, opened, now })).toBeNull()
  expect(applyDispute({ ...opened, status: 'won' }, { found, opened, now })).toBeNull()
  expect(applyDispute({ ...opened, status: 'lost' }, { found: { ...closed, status: 'won' }, opened, now })).toBeNull()
})

test('the fee of the opening stays until the decision, and then the fee is what the processor keeps', () => {
  const reviewed = applyDispute(opened, { found: { ...closed, status: 'under_review', feeAmount: 2000 }, opened, now })
  expect(reviewed).toMatchObject({ next: { status: 'under_review', feeAmount: 1500, evidenceDueBy: null, modifiedAt: now }, effects: [] })
  const won = applyDispute(opened, { found: { ...closed, status: 'won', feeAmount: 0 }, opened, now })
  expect(won).toMatchObject({ next: { status: 'won', feeAmount: 0 }, effects: ['win'], openedFee: 1500 })
})

test('a dispute is past due after the time for evidence', () => {
  expect([isPastDue(opened, due), isPastDue(opened, new Date(due.getTime() + 1))]).toEqual([false, true])
  expect(isPastDue({ evidenceDueBy: null }, now)).toBe(false)
})
