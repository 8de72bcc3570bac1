import { z } from 'zod'
import { flag, integer, type Model, oneOf, recorded, text, time, uuid } from '#platform/resource/columns.ts'
import { processorNames } from '../processor.ts'

const { id, organizationId, createdAt } = recorded

export const paymentMethodColumns = {
  id,
  organizationId,
  createdAt,
  customerId: uuid().fixed(),
  processor: oneOf(z.enum(processorNames)).fixed().private(),
  /** The processor's reference: what a later charge names. */
  method: text().fixed().private(),
  brand: text().meta({ description: 'The brand of the card.' }),
  last4: text().meta({ description: 'The last digits of its number.' }),
  expMonth: integer().nullable().meta({ description: 'The month in which it expires, 1 to 12; null where the processor does not say.' }),
  expYear: integer().nullable().meta({ description: 'The year in which it expires; null where the processor does not say.' }),
  /** A buyer saved it who had only typed the address of its customer: it pays the subscription of that purchase alone (rule C15). */
  isUnproven: flag().fixed().private(),
  isDefault: flag().meta({ description: 'Whether it pays where nothing names another one.' }),
  removedAt: time().nullable().private(),
  /** When the processor was last asked to remove it. */
  triedAt: time().nullable().private(),
  /** When the processor has removed it. */
  detachedAt: time().nullable().private(),
} as const

/**
 * A payment method that a customer has saved at a processor. A removed one keeps its row, and pays nothing. Of the others one is the
 * default. Times are UTC.
 */
export type PaymentMethod = Model<typeof paymentMethodColumns>

/** The payment methods that a customer may have; a further one takes the place of the oldest. */
export const METHODS_MAXIMUM = 20
