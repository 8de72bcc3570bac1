import { paymentSettings } from '#messages/organizations/payment-settings.ts'
import { messages } from '#web/language.ts'

/** The messages of the payment settings. */
export const t = messages(paymentSettings)
