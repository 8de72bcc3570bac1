import type { bill as en } from '../../en/selling/bill.ts'
import type { Messages } from '../../translator.ts'

/** The rows of a bill, on the checkout and in the dashboard. Public: see `checkout`. */
export const bill: Messages<typeof en> = {
  name: 'Récapitulatif',
  discount: 'Remise',
  subtotal: 'Sous-total',
  tax: 'Taxes',
  reverseCharge: 'Taxes (autoliquidation)',
  includedTax: 'Dont taxes',
  taxUnknown: 'Selon l’adresse de facturation',
  total: 'Total, {{currency}}',
  due: 'À payer aujourd’hui, {{currency}}',
  refunded: 'Remboursé',
  paidNet: 'Payé après remboursements',
}
