import type { prices as en } from '../../en/selling/prices.ts'
import type { Messages } from '../../translator.ts'

/** Prices of products in words. */
export const prices: Messages<typeof en> = {
  kinds: {
    fixed: 'Fest',
    custom: 'Freier Betrag',
    free: 'Kostenlos',
    usage: 'Verbrauch: {{meter}}',
  },
  once: 'einmalig',
  month: '{{price}} / Monat',
  year: '{{price}} / Jahr',
  unit: '{{amount}} je Einheit',
  withUsage: '{{price}} + Verbrauch',
  onlyUsage_one: 'Verbrauch, {{count}} Preis',
  onlyUsage_other: 'Verbrauch, {{count}} Preise',
  from: 'Ab {{amount}}',
  anyAmount: 'Beliebiger Betrag',
  atLeast: 'Mindestens {{amount}}',
  atMost: 'Höchstens {{amount}}',
  suggested: '{{amount}} vorgeschlagen',
  trial: {
    day_one: 'Davor ist {{count}} Tag kostenlos.',
    day_other: 'Davor sind {{count}} Tage kostenlos.',
    week_one: 'Davor ist {{count}} Woche kostenlos.',
    week_other: 'Davor sind {{count}} Wochen kostenlos.',
    month_one: 'Davor ist {{count}} Monat kostenlos.',
    month_other: 'Davor sind {{count}} Monate kostenlos.',
    year_one: 'Davor ist {{count}} Jahr kostenlos.',
    year_other: 'Davor sind {{count}} Jahre kostenlos.',
    withMethod: 'Die Testphase beginnt mit einer Zahlungsart und geht danach in ein bezahltes Abonnement über.',
    withoutMethod: 'Die Testphase beginnt ohne Zahlungsart. Fehlt sie am Ende, endet das Abonnement.',
  },
  billing: 'Abrechnung',
  billingKinds: { once: 'Einmalig', month: 'Monatlich', year: 'Jährlich' },
}
