import type { ledger as en } from '../../en/selling/ledger.ts'
import type { Messages } from '../../translator.ts'

/** The ledger in the merchant's dashboard. */
export const ledger: Messages<typeof en> = {
  title: 'Hauptbuch',
  balanced: 'Ausgeglichen',
  account: 'Konto',
  debit: 'Soll',
  credit: 'Haben',
  total: 'Gesamt, {{currency}}',
  none: 'Noch keine Buchungen zu dieser Bestellung.',
  entryId: 'Buchungs-ID',
  kinds: {
    sale: 'Verkauf',
    customer_credit: 'Kundenguthaben',
    refund: 'Rückerstattung',
    refund_reversal: 'Zurückgenommene Rückerstattung',
    duplicate_payment: 'Zweite Zahlung',
    duplicate_refund: 'Rückerstattung einer zweiten Zahlung',
    duplicate_refund_reversal: 'Zurückgenommene Rückerstattung einer zweiten Zahlung',
    dispute_lost: 'Verlorene Rückbuchung',
    platform_sale: 'Verkauf durch die Plattform',
    platform_refund: 'Rückerstattung durch die Plattform',
    platform_refund_reversal: 'Zurückgenommene Rückerstattung der Plattform',
    release: 'Freigabe',
    payout: 'Auszahlung',
  },
  accounts: {
    provider_clearing: 'Zahlungsdienstleister',
    receivable: 'Forderungen',
    revenue: 'Umsatzerlöse',
    refunds: 'Rückerstattungen',
    tax_payable: 'Steuerverbindlichkeiten',
    provider_fees: 'Gebühren des Dienstleisters',
    disputes: 'Rückbuchungen',
    customer_credit: 'Kundenguthaben',
    write_off: 'Abgeschrieben',
    platform_fee: 'Plattformgebühr',
    org_payable: 'Auszahlbar an Sie',
    org_held: 'Einbehalten',
    payouts: 'Auszahlungen',
  },
}
