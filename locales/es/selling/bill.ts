import type { bill as en } from '../../en/selling/bill.ts'
import type { Messages } from '../../translator.ts'

/** The rows of a bill, on the checkout and in the dashboard. Public: see `checkout`. */
export const bill: Messages<typeof en> = {
  name: 'Desglose',
  discount: 'Descuento',
  subtotal: 'Subtotal',
  tax: 'Impuestos',
  reverseCharge: 'Impuestos (inversión del sujeto pasivo)',
  includedTax: 'Impuestos incluidos',
  taxUnknown: 'Según la dirección de facturación',
  total: 'Total, {{currency}}',
  due: 'A pagar hoy, {{currency}}',
  refunded: 'Reembolsado',
  paidNet: 'Pagado tras reembolsos',
}
