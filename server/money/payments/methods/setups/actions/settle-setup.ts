import { present } from '#kernel/assert.ts'
import { lockCustomer } from '#merchant/customers/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { savePaymentMethod } from '../../../actions/record-payment-method.ts'
import { evaluateAnswer, type Settlement, saveAnswer } from '../../../actions/settle-payment.ts'
import type { Payment, PaymentMethod } from '../../../model.ts'
import { findByReference, findPaymentMethod, makeDefault, removeMethod } from '../../store.ts'
import { paymentMethodSetups } from '../store.ts'

/** The attempt after the answer, and the card where it was saved. */
export interface SettleSetupResult {
  readonly payment: Payment
  readonly method: PaymentMethod | null
}

/** Settles an attempt to save a card: a success saves it for the customer. Idempotent. Locks the customer. */
export async function settleSetup(tx: Tx, settlement: Settlement): Promise<SettleSetupResult> {
  const { platform, payment, answer, now } = settlement
  const { organizationId } = payment
  const setup = present(await paymentMethodSetups.find(tx, [organizationId], payment.purposeId), 'The purpose of an attempt to save a card')
  const customer = { organizationId, customerId: setup.customerId }
  const { emailVerifiedAt } = present(await lockCustomer(tx, organizationId, setup.customerId), 'The customer of an attempt to save a card')
  const evaluated = await evaluateAnswer(tx, settlement)
  const { next, hasChanged } = evaluated
  if (answer.kind !== 'succeeded' || answer.method === null) {
    await saveAnswer(tx, settlement, evaluated)
    return { payment: next, method: null }
  }
  const { brand, last4, method: reference } = answer
  const saved = { ...customer, processor: next.processor, method: reference, brand, last4, now }
  if (!hasChanged) return { payment: next, method: (await findByReference(tx, saved)) ?? null }
  const earlier = await findPaymentMethod(tx, customer)
  const method = await savePaymentMethod(tx, platform, saved)
  // Begun before the address was verified, perhaps by another person.
  if (emailVerifiedAt !== null && setup.createdAt < emailVerifiedAt) await removeMethod(tx, { ...customer, id: method.id, now })
  const staysDefault = !setup.isDefault && earlier !== undefined && earlier.id !== method.id
  if (staysDefault) await makeDefault(tx, { ...customer, id: earlier.id })
  await saveAnswer(tx, settlement, evaluated)
  return { payment: next, method: staysDefault ? { ...method, isDefault: false } : method }
}
