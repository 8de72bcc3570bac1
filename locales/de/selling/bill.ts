import type { bill as en } from '../../en/selling/bill.ts'
import type { Messages } from '../../translator.ts'

/** The rows of a bill, on the checkout and in the dashboard. Public: see `checkout`. */
export const bill: Messages<typeof en> = {
  name: 'Rechnungsbetrag',
  discount: 'Rabatt',
  subtotal: 'Zwischensumme',
  tax: 'Steuer',
  reverseCharge: 'Steuer (Reverse Charge)',
  includedTax: 'Darin enthaltene Steuer',
  taxUnknown: 'Je nach Rechnungsadresse',
  total: 'Gesamt, {{currency}}',
  due: 'Heute fällig, {{currency}}',
  refunded: 'Erstattet',
  paidNet: 'Bezahlt nach Erstattungen',
}
