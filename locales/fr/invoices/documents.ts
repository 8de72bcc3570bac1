import type { documents as en } from '../../en/invoices/documents.ts'
import type { Messages } from '../../translator.ts'

/** Invoices and credit notes as PDF. */
export const documents: Messages<typeof en> = {
  titles: { invoice: 'Facture', credit_note: 'Avoir' },
  test: 'Mode test : aucune somme n’a été débitée et ce document n’est pas une facture à comptabiliser.',
  seller: 'Vendeur',
  buyer: 'Facturé à',
  taxId: 'N° fiscal {{id}}',
  vatId: 'N° TVA {{id}}',
  issued: 'Date d’émission',
  supplied: 'Date de la prestation',
  corrects: 'Pour la facture',
  order: 'Commande',
  columns: { description: 'Désignation', quantity: 'Quantité', unitAmount: 'Prix unitaire', amount: 'Montant' },
  totals: {
    subtotal: 'Sous-total',
    discount: 'Remise',
    net: 'Total hors taxes',
    tax: 'Taxes',
    taxOf: '{{name}} {{rate}} ({{place}})',
    total: 'Total',
    credit: 'Crédit appliqué',
    writtenOff: 'Non encaissé',
    paid: 'Payé le {{day}}',
    due: 'Reste à payer',
    refunded: 'Total remboursé',
  },
  reverseCharge: 'Autoliquidation : la taxe est due par le preneur.',
  taxIncluded: 'Les montants des lignes incluent les taxes.',
  page: 'Page {{page}} sur {{pages}}',
}
