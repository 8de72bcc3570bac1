import { expect, test } from 'vitest'
import { FRAUD, isActionRequired, isHardDecline, type Payment, type PaymentStatus } from './model.ts'
import type { ChargeOutcome } from './processor.ts'
import { applyAnswer, mayGiveUp, nextStep } from './rules.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

const payment: Payment = {
  organizationId: 'o',
  id: 'p',
  purpose: 'checkout',
  purposeId: 'c',
  status: 'pending',
  amount: 4200,
  currency: 'usd',
  processor: 'sandbox',
  idempotencyKey: 'k',
  processorReference: null,
  sealedActionSecret: null,
  declineCode: null,
  declineMessage: null,
  methodBrand: null,
  methodLast4: null,
  feeAmount: 0,
  customerEmail: null,
  queriedAt: null,
  settledAt: null,
  createdAt: ago(10),
  modifiedAt: null,
}

const answers = {
  succeeded: { kind: 'succeeded', reference: 'r', brand: 'visa', last4: '4242', feeAmount: 152, method: null, fingerprint: null },
  declined: {
    kind: 'declined',
    reference: 'r',
    code: 'card_declined',
    sentence: 'Your card was declined.',
    card: { brand: 'visa', last4: '0002' },
  },
  requires_action: { kind: 'requires_action', reference: 'r', actionSecret: 's' },
  unknown: { kind: 'unknown', reason: 'lost' },
} as const satisfies Record<string, ChargeOutcome>

// The status of an attempt after each answer; null: unchanged.
const table: readonly (readonly [PaymentStatus, Record<keyof typeof answers, PaymentStatus | null>])[] = [
  ['pending', { succeeded: 'succeeded', declined: 'failed', requires_action: 'requires_action', unknown: 'in_doubt' }],
  ['in_doubt', { succeeded: 'succeeded', declined: 'failed', requires_action: 'requires_action', unknown: null }],
  ['requires_action', { succeeded: 'succeeded', declined: 'failed', requires_action: null, unknown: null }],
  ['failed', { succeeded: 'succeeded', declined: null, requires_action: null, unknown: null }],
  ['succeeded', { succeeded: null, declined: null, requires_action: null, unknown: null }],
  ['refunded', { succeeded: null, declined: null, requires_action: null, unknown: null }],
]

test.for(table)('each answer moves an attempt that is %s to the listed status', ([status, outcomes]) => {
  for (const [kind, expected] of Object.entries(outcomes)) {
    const answered = applyAnswer({ ...payment, status }, answers[kind as keyof typeof answers], { sealedActionSecret: 'sealed', now })
    expect([kind, answered.hasChanged, answered.next.status]).toEqual([kind, expected !== null, expected ?? status])
  }
})

test('an attempt stores its payment method, its decline reason, and its secret only while an action is required', () => {
  const waiting = applyAnswer(payment, answers.requires_action, { sealedActionSecret: 'sealed', now }).next
  expect(waiting).toMatchObject({ sealedActionSecret: 'sealed', settledAt: null, processorReference: 'r' })
  const paid = applyAnswer(waiting, answers.succeeded, { sealedActionSecret: null, now }).next
  expect(paid).toMatchObject({ sealedActionSecret: null, settledAt: now, methodBrand: 'visa', methodLast4: '4242' })
  const declined = applyAnswer(waiting, answers.declined, { sealedActionSecret: null, now }).next
  expect(declined).toMatchObject({
    declineCode: 'card_declined',
    declineMessage: 'Your card was declined.',
    methodBrand: 'visa',
    methodLast4: '0002',
    settledAt: now,
  })
})

test.for([
  ['pending', 59, null, 'wait'],
  ['pending', 60, null, 'query'],
  ['in_doubt', 600, 59, 'wait'],
  ['in_doubt', 600, 60, 'query'],
  ['requires_action', 3599, null, 'wait'],
  ['requires_action', 3600, null, 'give_up'],
  ['pending', 86_399, 59, 'wait'],
  ['pending', 86_400, 59, 'give_up'],
  ['in_doubt', 86_400, 59, 'give_up'],
  ['succeeded', 90_000, null, 'wait'],
  ['failed', 9000, null, 'wait'],
] as const)('an attempt that is %s for %d s, queried %s s ago: %s', ([status, age, queried, step]) => {
  expect(nextStep({ status, createdAt: ago(age), queriedAt: queried === null ? null : ago(queried) }, now)).toBe(step)
})

test.for([
  ['pending', 119, false],
  ['pending', 120, true],
  ['in_doubt', 1, true],
] as const)('an unknown key of an attempt that is %s for %d s may be canceled: %s', ([status, age, may]) => {
  expect(mayGiveUp({ status, createdAt: ago(age) }, now)).toBe(may)
})

test.for(['lost_card', 'stolen_card', 'expired_card', 'bank_account_closed', 'do_not_try_again', 'invalid_method', FRAUD])(
  'a decline with %s is final for its card (rule U2)',
  (code) => {
    expect(isHardDecline(code)).toBe(true)
  },
)

test.for(['card_declined', 'insufficient_funds', 'incorrect_cvc', 'processing_error', 'authentication_required', 'do_not_honor'])(
  'after a decline with %s the card may be tried again',
  (code) => {
    expect(isHardDecline(code)).toBe(false)
  },
)

test('a charge off session that its customer has to approve is told apart', () => {
  expect([isActionRequired('authentication_required'), isActionRequired('authentication_failed')]).toEqual([true, false])
})
