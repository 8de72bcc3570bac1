import { newId } from '#kernel/id.ts'
import { Refusal, refuse } from '#kernel/refusal.ts'
import { customers } from '#merchant/customers/index.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Settle } from '#platform/idempotency/settle.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import { chargePayment } from '../../../actions/charge-payment.ts'
import { createPayment } from '../../../actions/create-payment.ts'
import { openActionSecret } from '../../../actions/settle-payment.ts'
import { processorOf } from '../../../adapters/processors.ts'
import { isUnsettled, type Payment } from '../../../model.ts'
import { paymentRefusals } from '../../../refusals.ts'
import { findPaymentByKey } from '../../../store.ts'
import type { PaymentMethod } from '../../model.ts'
import type { CustomerOfMethods } from '../../store.ts'
import { SETUP_PURPOSE, setupLimit } from '../model.ts'
import { countSetups, paymentMethodSetups } from '../store.ts'
import { settleSetup } from './settle-setup.ts'

/** The outcome: saved, to be approved by the customer at the processor, or not certain yet. */
export type AddPaymentMethodResult =
  | { readonly kind: 'saved'; readonly method: PaymentMethod }
  | { readonly kind: 'requires_action'; readonly actionSecret: string }
  | { readonly kind: 'processing' }

/** A card that a customer saves. `toBody` makes the answer, which is stored for a repeat with the same key. */
export interface AddPaymentMethodInput<Body> extends AuditContext, CustomerOfMethods {
  /** The confirmation token of the card that the customer has entered. */
  readonly token: string
  /** Whether it becomes the default one; the first one does in any case. */
  readonly isDefault: boolean
  /** Stable over repeats of one request; the key of the attempt at the processor. */
  readonly idempotencyKey: string | undefined
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  readonly settle: Settle
  readonly toBody: (result: AddPaymentMethodResult) => Body
}

interface Attempt {
  readonly payment: Payment
  readonly isResumed: boolean
}

/**
 * Saves a card of a customer without a charge: one transaction records the attempt, the processor is called outside any, and a second one
 * records the outcome with the card. 400 where the card is declined, 429 after ten cards in an hour. An attempt without a certain answer
 * saves the card when its outcome is known.
 */
export async function addPaymentMethod<Body>(input: AddPaymentMethodInput<Body>): Promise<Body> {
  const { platform, customerId, token, transaction } = input
  const { payment, isResumed } = await transaction((tx) => begin(tx, input))
  const source = { kind: 'token', token, saveForCustomerId: customerId } as const
  const answer = await chargePayment(platform, { payment, source, isResumed })
  const now = platform.clock.now(payment)
  const outcome = await transaction(async (tx) => {
    const settled = await settleSetup(tx, { platform, payment, answer, now })
    return answerWith(tx, input, settled)
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

async function begin<Body>(tx: Tx, input: AddPaymentMethodInput<Body>): Promise<Attempt> {
  const { platform, organizationId, customerId, isDefault } = input
  const customer = (await customers.lock(tx, [organizationId], customerId)) ?? refuse(paymentRefusals.ResourceNotFound)
  const attempt = input.idempotencyKey && (await findPaymentByKey(tx, organizationId, keyOf(input.idempotencyKey)))
  if (attempt) return { payment: attempt, isResumed: true }
  const now = platform.clock.now(customer)
  const { max, windowSeconds } = setupLimit
  const count = await countSetups(tx, { organizationId, customerId }, new Date(now.getTime() - windowSeconds * 1000))
  if (count >= max) throw new TooManyRequests(setupLimit, windowSeconds)
  const merchant = (await findMerchant(tx, [organizationId], organizationId)) ?? refuse(paymentRefusals.ResourceNotFound)
  const processor =
    processorOf(merchant, platform) ?? refuse(paymentRefusals.PaymentError, { detail: 'This shop saves no cards at the moment.' })
  const [id, paymentId] = [newId(now), newId(now)]
  await paymentMethodSetups.insert(tx, { id, organizationId, customerId, isDefault, createdAt: now })
  const payment = await createPayment(tx, {
    id: paymentId,
    organizationId,
    purpose: SETUP_PURPOSE,
    purposeId: id,
    amount: 0,
    currency: merchant.defaultCurrency,
    processor,
    idempotencyKey: keyOf(input.idempotencyKey ?? paymentId),
    customerEmail: null,
    now,
  })
  const target = { type: 'customer', id: customerId } as const
  await recordAudit(tx, input, { action: 'customer.payment_method_requested', organizationId, target, details: { setup_id: id } })
  return { payment: payment ?? refuse(paymentRefusals.PaymentError), isResumed: false }
}

const keyOf = (key: string) => `payment-method:${key}`

async function answerWith<Body>(
  tx: Tx,
  { platform, settle, toBody }: AddPaymentMethodInput<Body>,
  { payment, method }: { readonly payment: Payment; readonly method: PaymentMethod | null },
): Promise<Body | Refusal> {
  if (method === null && !isUnsettled(payment)) {
    const declined = new Refusal(paymentRefusals.PaymentError, { detail: payment.declineMessage ?? paymentRefusals.PaymentError.sentence })
    await settle(tx, declined)
    return declined
  }
  const actionSecret = openActionSecret(platform, payment.sealedActionSecret)
  const result: AddPaymentMethodResult = method
    ? { kind: 'saved', method }
    : actionSecret !== null
      ? { kind: 'requires_action', actionSecret }
      : { kind: 'processing' }
  const body = toBody(result)
  await settle(tx, { body })
  return body
}
