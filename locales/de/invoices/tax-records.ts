import type { taxRecords as en } from '../../en/invoices/tax-records.ts'
import type { Messages } from '../../translator.ts'

/** What Stripe Tax has recorded of orders. */
export const taxRecords: Messages<typeof en> = {
  title: 'Stripe Tax',
  kinds: { sale: 'Verkauf', reversal: 'Zurückgegeben', restoration: 'Von der Bank zurückgesandte Erstattung' },
  tax: 'Steuer',
  states: { pending: 'Wartet', recorded: 'Erfasst', failed: 'Nicht erfasst' },
  meanings: {
    pending: 'Guildhall sendet es innerhalb einer Minute an Stripe Tax, und wieder, solange Stripe nicht antwortet.',
    recorded: 'Die Berichte von Stripe Tax enthalten es.',
    failed: 'Die Berichte von Stripe Tax enthalten es nicht.',
  },
  failures: {
    refused: 'Stripe Tax nimmt es nicht an.',
    other_tax: 'Stripe Tax berechnet jetzt eine andere Steuer, als diese Bestellung hat.',
    currency: 'Stripe Tax zählt Beträge dieser Währung in anderen Einheiten.',
    original_failed: 'Das, wozu es gehört, wurde nicht erfasst.',
  },
  transaction: 'Transaktion bei Stripe Tax',
  unanswered: 'Stripe hat nicht geantwortet oder lässt diesen Server keine Steuertransaktionen schreiben. Es wird erneut gesendet.',
  waiting_one:
    '{{count}} Transaktion wartet seit mehr als einem Tag auf Stripe Tax. Fragen Sie den Betreiber, ob der Schlüssel von Stripe Steuertransaktionen schreiben darf.',
  waiting_other:
    '{{count}} Transaktionen warten seit mehr als einem Tag auf Stripe Tax. Fragen Sie den Betreiber, ob der Schlüssel von Stripe Steuertransaktionen schreiben darf.',
  missing_one: 'In den Berichten von Stripe Tax fehlt {{count}} Transaktion. Ergänzen Sie sie in Ihrer Steuererklärung.',
  missing_other: 'In den Berichten von Stripe Tax fehlen {{count}} Transaktionen. Ergänzen Sie sie in Ihrer Steuererklärung.',
  orders: 'Bestellungen',
}
