import type * as en from '../../en/benefit-kinds/meter-credit.ts'
import type { Messages } from '../../translator.ts'

/** What merchants read about units of a meter. */
export const merchant: Messages<typeof en.merchant> = {
  name: 'Guthaben',
  text: 'Einheiten eines Zählers, die Kunden ohne Berechnung nutzen.',
  words: { units_one: '{{count}} Einheit', units_other: '{{count}} Einheiten', rollover: 'ungenutzte bleiben' },
  detail: {
    meter: 'Zähler',
    units: 'Einheiten',
    rollover: 'Ungenutzte Einheiten',
    stay: 'Bleiben für den nächsten Zeitraum',
    expire: 'Verfallen mit dem Zeitraum',
  },
  form: {
    units: 'Einheiten',
    unitsHint: 'Gewährt mit jedem Zeitraum eines Abonnements.',
    meter: 'Zähler',
    chooseMeter: 'Zähler wählen',
    createMeter: 'Zähler erstellen',
    noMeters: 'Es gibt noch keinen Zähler.',
    rollover: 'Ungenutzte Einheiten bleiben für den nächsten Zeitraum',
    meterMissing: 'Wählen Sie einen Zähler.',
  },
}

/** What customers read about units of a meter. */
export const customer: Messages<typeof en.customer> = {
  balance: '{{units}} übrig',
  period: '{{units}} Einheiten je Zeitraum. Was davon übrig ist, verfällt mit ihm.',
  rollover: '{{units}} Einheiten je Zeitraum. Was davon übrig ist, kommt zum nächsten hinzu.',
}
