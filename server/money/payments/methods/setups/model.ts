import type { LimitRule } from '#platform/limits/limits.ts'
import { flag, type Model, time, uuid } from '#platform/resource/columns.ts'

/** The purpose of the attempts that save a card for its customer. */
export const SETUP_PURPOSE = 'payment_method'

/** The cards that a customer may try to save in an hour: more would let a thief test stolen ones. */
export const setupLimit: LimitRule = { name: 'portal:cards', max: 10, windowSeconds: 3600 }

export const paymentMethodSetupColumns = {
  id: uuid().fixed(),
  organizationId: uuid().fixed(),
  customerId: uuid().fixed(),
  /** Whether the card becomes the default one, where the customer has another. */
  isDefault: flag().fixed(),
  createdAt: time().fixed(),
} as const

/** An attempt of a customer to save a card, without a charge. The payment whose purpose it is has its state. */
export type PaymentMethodSetup = Model<typeof paymentMethodSetupColumns>
