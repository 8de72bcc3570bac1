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
  usedUnits: '{{used}} verbraucht',
  usedOf: '{{used}} von {{credited}} verbraucht',
  costsSoFar: '{{amount}} bisher',
  credited: 'Gutgeschrieben',
  balance: 'Saldo',
  changed: 'Letzte Änderung',
  lastDays: 'Die letzten 30 Tage',
  total: 'Summe {{quantity}}',
  today: '{{day}}, bisher',
  counting: 'Frühere Ereignisse werden gezählt',
  countingText: '{{counted}} von {{total}} Ereignissen sind gezählt. Mengen und Verbrauch sind unvollständig, bis alle gezählt sind.',
  noCustomers: 'Noch kein Kunde hat etwas verbraucht.',
  counted: 'Gezählte Ereignisse',
  events: 'Alle Ereignisse',
  viewEvents: 'Ereignisse anzeigen',
}
