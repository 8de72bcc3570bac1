import type { customerMeters as en } from '../../en/usage/customer-meters.ts'
import type { Messages } from '../../translator.ts'

/** Was Kunden von Zählern verbraucht haben, in der Verwaltung des Händlers. */
export const customerMeters: Messages<typeof en> = {
  customers: 'Kunden',
  usage: 'Verbrauch',
  period: 'Seit der letzten Abrechnung',
  customer: 'Kunde',
  meter: 'Zähler',
  used: 'Verbraucht',
  credited: 'Gutgeschrieben',
  balance: 'Saldo',
  changed: 'Letzte Änderung',
  noCustomers: 'Noch kein Kunde hat etwas verbraucht.',
  counted: 'Gezählte Ereignisse',
  events: 'Alle Ereignisse',
  viewEvents: 'Ereignisse anzeigen',
}
