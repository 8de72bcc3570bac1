import { stripe } from '#messages/selling/stripe.ts'
import { messages } from '#web/language.ts'

/** The messages around Stripe's form. */
export const t = messages(stripe)
