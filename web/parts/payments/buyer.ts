import type { Payment } from '#client/index.ts'
import { t } from './messages.ts'

/** The buyer of a payment as a customer: their name, once they have one, and their email. */
export const buyerOf = ({ customerName: name, customerEmail: email }: Payment) => ({ name, email: email ?? t('noBuyer') })
