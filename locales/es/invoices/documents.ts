import type { documents as en } from '../../en/invoices/documents.ts'
import type { Messages } from '../../translator.ts'

/** Invoices and credit notes as PDF. */
export const documents: Messages<typeof en> = {
  titles: { invoice: 'Factura', credit_note: 'Factura rectificativa' },
  test: 'Modo de prueba: no se ha cobrado nada y este documento no es válido para su contabilidad.',
  seller: 'Vendedor',
  buyer: 'Facturado a',
  taxId: 'N.º de identificación fiscal {{id}}',
  vatId: 'NIF-IVA {{id}}',
  issued: 'Fecha de expedición',
  supplied: 'Fecha de la operación',
  corrects: 'Rectifica la factura',
  order: 'Pedido',
  columns: { description: 'Descripción', quantity: 'Cantidad', unitAmount: 'Precio unitario', amount: 'Importe' },
  totals: {
    subtotal: 'Subtotal',
    discount: 'Descuento',
    net: 'Base imponible',
    tax: 'Impuestos',
    taxOf: '{{name}} {{rate}} ({{place}})',
    total: 'Total',
    credit: 'Saldo aplicado',
    writtenOff: 'No cobrado',
    paid: 'Pagado el {{day}}',
    due: 'Importe pendiente',
    refunded: 'Total reembolsado',
  },
  reverseCharge: 'Inversión del sujeto pasivo: el destinatario de la operación liquida el impuesto.',
  taxIncluded: 'Los importes de las líneas incluyen impuestos.',
  page: 'Página {{page}} de {{pages}}',
}
