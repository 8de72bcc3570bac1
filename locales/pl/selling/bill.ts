import type { bill as en } from '../../en/selling/bill.ts'
import type { Messages } from '../../translator.ts'

/** The rows of a bill, on the checkout and in the dashboard. Public: see `checkout`. */
export const bill: Messages<typeof en> = {
  name: 'Podsumowanie',
  discount: 'Rabat',
  subtotal: 'Suma częściowa',
  tax: 'Podatek',
  reverseCharge: 'Podatek (odwrotne obciążenie)',
  includedTax: 'W tym podatek',
  taxUnknown: 'Zależy od adresu rozliczeniowego',
  total: 'Razem, {{currency}}',
  due: 'Do zapłaty dziś, {{currency}}',
  refunded: 'Zwrócono',
  paidNet: 'Zapłacono po odjęciu zwrotów',
}
