import { present } from '#kernel/assert.ts'
import { refuse, refuseProblems, refuseWhen, valueProblem } from '#kernel/refusal.ts'
import { dueAmount } from '#money/billing/orders/model.ts'
import { retry, subscriptions } from '#money/billing/subscriptions/index.ts'
import { chargePayment, findPayment, findPaymentMethod } from '#money/payments/index.ts'
import type { Payment, PaymentMethod } from '#money/payments/model.ts'
import { attempt } from '#platform/attempt/attempt.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { RepeatableRequest } from '#platform/idempotency/settle.ts'
import { applyOrderOutcome } from '../../actions/apply-order-outcome.ts'
import { recordAttempts } from '../../actions/collect-order.ts'
import { readFull } from '../../reads.ts'
import { billingRefusals } from '../../refusals.ts'
import { type CollectedOrderKey, lockToRetry, type OrderToRetry } from '../store.ts'

/** An overdue order that its customer pays now. `toBody` makes the answer, which is stored for a repeat with the same key. */
export interface ChargeOverdueOrderInput<Body> extends AuditContext, CollectedOrderKey, RepeatableRequest {
  /** The saved method that pays it, and the subscription from then on; null: the one that the subscription has. */
  readonly paymentMethodId: string | null
  readonly toBody: (payment: Payment) => Body
}

const published = { NothingDue: 'OrderNotEligibleForRetry', TooManyAttempts: 'ManualRetryLimitExceeded' } as const

/**
 * Charges an overdue order at once, with its customer present (rule U3); a decline is recorded too. The customer may have to approve it at
 * their bank. 402 where no method is saved, 409 while an attempt is in progress, 422 where nothing is due, 429 after five attempts within a
 * day. Neither a repeat nor a job charges an attempt whose process ended: the processor is queried for it, as for every attempt without a
 * certain answer.
 */
export function chargeOverdueOrder<Body>(input: ChargeOverdueOrderInput<Body>): Promise<Body> {
  const { platform, tenants, id, toBody } = input
  return attempt(input, {
    lock: async (tx) => {
      const locked = await lockToRetry(tx, platform, { tenants, id })
      return 'code' in locked ? refuse(billingRefusals[published[locked.code]], { waitSeconds: locked.waitSeconds }) : locked
    },
    begin: async (tx, locked) => ({ intent: await begin(tx, input, locked) }),
    call: ({ intent: { payment, method }, isResumed }) =>
      chargePayment(platform, { payment, source: { kind: 'saved', method: method.method, isOffSession: false }, isResumed }),
    record: async (tx, { intent: { payment }, outcome: answer }) => {
      await applyOrderOutcome(tx, { platform, payment, answer, now: platform.clock.now(payment) })
      return { body: toBody(present(await findPayment(tx, payment.organizationId, payment.id), 'The attempt that was settled')) }
    },
  })
}

interface ChargedOrder {
  readonly payment: Payment
  readonly method: PaymentMethod
}

async function begin<Body>(tx: Tx, input: ChargeOverdueOrderInput<Body>, locked: OrderToRetry): Promise<ChargedOrder> {
  const { platform, id, paymentMethodId } = input
  const { order, subscription, now } = locked
  refuseWhen(subscription.isCharging, billingRefusals.PaymentAlreadyInProgress)
  const method = await findMethod(tx, locked, paymentMethodId)
  const chosen = paymentMethodId === null ? subscription : { ...subscription, paymentMethodId, isUnproven: false }
  const retried = retry(chosen, now)
  await subscriptions.save(tx, retried)
  const full = { ...(await readFull(tx, platform, retried)), subscription: retried }
  const [payment] = await recordAttempts({ tx, now }, [{ full, orderId: id, amount: dueAmount(order), method }])
  const { organizationId, number } = order
  const target = { type: 'order', id } as const
  await recordAudit(tx, input, { action: 'order.payment_retried', organizationId, target, details: { number } })
  return { payment: present(payment, 'The attempt of a locked subscription'), method }
}

async function findMethod(tx: Tx, { subscription }: OrderToRetry, chosen: string | null): Promise<PaymentMethod> {
  const { organizationId, customerId, paymentMethodId, isUnproven } = subscription
  const isOwnOnly = isUnproven && chosen === null
  const method = await findPaymentMethod(tx, { organizationId, customerId, id: chosen ?? paymentMethodId, isOwnOnly })
  if (chosen !== null && method?.id !== chosen)
    refuseProblems([valueProblem(['body', 'payment_method_id'], 'This payment method does not exist.')])
  return method ?? refuse(billingRefusals.PaymentFailed, { detail: 'The customer has saved no payment method.' })
}
