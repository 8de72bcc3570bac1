import type { buyers as en } from '../en/buyers.ts'
import type { Messages } from '../translator.ts'
import { portalBenefitKinds } from './benefit-kinds/index.ts'
import { buyerEmail } from './buyer-email.ts'
import { publicErrors } from './errors-public.ts'
import { documents } from './invoices/documents.ts'
import { lists } from './lists.ts'
import { portalBenefits } from './portal/benefits.ts'
import { portalPayments } from './portal/payments.ts'
import { portal } from './portal/portal.ts'
import { portalPurchases } from './portal/purchases.ts'
import { portalSettings } from './portal/settings.ts'
import { bill } from './selling/bill.ts'
import { checkout } from './selling/checkout.ts'
import { checkoutChoices } from './selling/checkout-choices.ts'
import { checkoutOutcome } from './selling/checkout-outcome.ts'
import { checkoutRefusals } from './selling/checkout-refusals.ts'
import { checkoutTerms } from './selling/checkout-terms.ts'
import { prices } from './selling/prices.ts'
import { stripe } from './selling/stripe.ts'
import { testCards } from './selling/test-cards.ts'
import { languageSwitch } from './shell/language-switch.ts'
import { ui } from './ui.ts'

/** The messages that every language has: see the English file. */
export const buyers: Messages<typeof en> = {
  bill,
  checkout,
  checkoutChoices,
  testCards,
  stripe,
  checkoutOutcome,
  checkoutRefusals,
  checkoutTerms,
  documents,
  languageSwitch,
  lists,
  portal,
  portalBenefits,
  portalBenefitKinds,
  portalPurchases,
  portalPayments,
  portalSettings,
  prices,
  ui,
  email: buyerEmail,
  errors: publicErrors,
}
