import { newId } from '#kernel/id.ts'
import { Refusal, refuse } from '#kernel/refusal.ts'
import { customers } from '#merchant/customers/index.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import { attempt } from '#platform/attempt/attempt.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { FinalAnswer, RepeatableRequest } from '#platform/idempotency/settle.ts'
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
import { type SettleSetupResult, settleSetup } from './settle-setup.ts'

/** The outcome: saved, to be approved by the customer at the processor, or not certain yet. */
export type AddPaymentMethodResult =
  | { readonly kind: 'saved'; readonly method: PaymentMethod }
  | { readonly kind: 'requires_action'; readonly actionSecret: string }
  | { readonly kind: 'processing' }

/** A card that a customer saves. `toBody` makes the answer, which is stored for a repeat with the same key. */
export interface AddPaymentMethodInput<Body> extends AuditContext, CustomerOfMethods, RepeatableRequest {
  /** The confirmation token of the card that the customer has entered. */
  readonly token: string
  /** Whether it becomes the default one; the first one does in any case. */
  readonly isDefault: boolean
  readonly toBody: (result: AddPaymentMethodResult) => Body
}

/**
 * Saves a card of a customer without a charge. 400 where the card is declined, 429 after ten cards in an hour. An attempt without a certain
 * answer saves the card when its outcome is known.
 */
export function addPaymentMethod<Body>(input: AddPaymentMethodInput<Body>): Promise<Body> {
  const { platform, organizationId, customerId, token, idempotencyKey } = input
  const source = { kind: 'token', token, saveForCustomerId: customerId } as const
  return attempt(input, {
    lock: async (tx) => (await customers.lock(tx, [organizationId], customerId)) ?? refuse(paymentRefusals.ResourceNotFound),
    repeat: async (tx) => {
      const payment = idempotencyKey && (await findPaymentByKey(tx, organizationId, keyOf(idempotencyKey)))
      return payment ? { intent: payment } : undefined
    },
    begin: async (tx, customer) => ({ intent: await begin(tx, input, platform.clock.now(customer)) }),
    call: ({ intent: payment, isResumed }) => chargePayment(platform, { payment, source, isResumed }),
    record: async (tx, { intent: payment, outcome: answer }) =>
      answerOf(input, await settleSetup(tx, { platform, payment, answer, now: platform.clock.now(payment) })),
  })
}

async function begin<Body>(tx: Tx, input: AddPaymentMethodInput<Body>, now: Date): Promise<Payment> {
  const { platform, organizationId, customerId, isDefault } = input
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
  return payment ?? refuse(paymentRefusals.PaymentError)
}

const keyOf = (key: string) => `payment-method:${key}`

function answerOf<Body>({ platform, toBody }: AddPaymentMethodInput<Body>, { payment, method }: SettleSetupResult): FinalAnswer<Body> {
  if (method !== null) return { body: toBody({ kind: 'saved', method }) }
  if (!isUnsettled(payment))
    return new Refusal(paymentRefusals.PaymentError, { detail: payment.declineMessage ?? paymentRefusals.PaymentError.sentence })
  const actionSecret = openActionSecret(platform, payment.sealedActionSecret)
  return { body: toBody(actionSecret !== null ? { kind: 'requires_action', actionSecret } : { kind: 'processing' }) }
}
