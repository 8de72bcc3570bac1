import type * as en from '../../en/benefit-kinds/license-keys.ts'
import type { Messages } from '../../translator.ts'

/** What merchants read about license keys. */
export const merchant: Messages<typeof en.merchant> = {
  name: 'Lizenzschlüssel',
  text: 'Jeder Kunde erhält einen Schlüssel, den Ihre Software prüft.',
  words: {
    key: 'Ein Schlüssel',
    prefixedKey: 'Ein Schlüssel, der mit {{prefix}} beginnt',
    expires: {
      day_one: 'für {{count}} Tag',
      day_other: 'für {{count}} Tage',
      month_one: 'für {{count}} Monat',
      month_other: 'für {{count}} Monate',
      year_one: 'für {{count}} Jahr',
      year_other: 'für {{count}} Jahre',
    },
    activations_one: 'auf {{count}} Gerät',
    activations_other: 'auf {{count}} Geräten',
    usage_one: 'für {{count}} Nutzung',
    usage_other: 'für {{count}} Nutzungen',
  },
  detail: {
    prefix: 'Präfix',
    noPrefix: 'Keines',
    expires: 'Gültig',
    never: 'Ohne Ende',
    activations: 'Geräte',
    notActivated: 'Nicht aktiviert',
    unlimited: 'Unbegrenzt',
    managed: 'Kunden entfernen Geräte',
    yes: 'Ja',
    no: 'Nein',
    usage: 'Nutzungen',
  },
  form: {
    prefix: 'Präfix',
    prefixHint: 'Schlüssel sehen so aus: {{example}}',
    hasExpiry: 'Schlüssel laufen ab',
    ttl: 'Gültig für',
    timeframe: 'Einheit',
    timeframes: { day: 'Tage', month: 'Monate', year: 'Jahre' },
    hasActivations: 'Kunden aktivieren Schlüssel auf Geräten',
    activationLimit: 'Geräte höchstens',
    customersDeactivate: 'Kunden entfernen ihre Geräte selbst',
    hasUsageLimit: 'Anzahl der Nutzungen begrenzen',
    usageLimit: 'Nutzungen höchstens',
  },
}

/** What customers read about license keys. */
export const customer: Messages<typeof en.customer> = {
  name: 'Lizenzschlüssel',
  show: 'Lizenzschlüssel anzeigen',
  hide: 'Lizenzschlüssel verbergen',
  revoked: 'Entzogen',
  disabled: 'Gesperrt',
  lasting: 'Läuft nicht ab.',
  expires: 'Läuft am {{date}} ab.',
  usage: '{{usage}} von {{limit}} Mal genutzt.',
  activations: '{{used}} von {{limit}} Mal aktiviert',
  deactivate: 'Deaktivieren',
  deactivateOne: '{{label}} deaktivieren',
  deactivateTitle: '{{label}} deaktivieren?',
  deactivateText: 'Der Lizenzschlüssel funktioniert dort nicht mehr. Sie können ihn danach anderswo aktivieren.',
  deactivated: '{{label}} deaktiviert',
}
