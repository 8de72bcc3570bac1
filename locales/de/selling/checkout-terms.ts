import type { checkoutTerms as en } from '../../en/selling/checkout-terms.ts'
import type { Messages } from '../../translator.ts'

/** What a subscription costs and when, at the checkout. Loaded where something that renews is sold. */
export const checkoutTerms: Messages<typeof en> = {
  month: '{{amount}} pro Monat',
  year: '{{amount}} pro Jahr',
  due: 'Heute {{today}}, ab {{date}} dann {{price}}.',
  dueOnce: 'Heute {{today}}, am {{date}} {{first}}, ab {{next}} dann {{price}}.',
  dueWhile: 'Heute {{today}}, ab {{date}} {{first}}, ab {{next}} dann {{price}}.',
  later: '{{first}}, ab {{next}} dann {{price}}',
  trial: {
    day_one: '{{count}} Tag kostenlos.',
    day_other: '{{count}} Tage kostenlos.',
    week_one: '{{count}} Woche kostenlos.',
    week_other: '{{count}} Wochen kostenlos.',
    month_one: '{{count}} Monat kostenlos.',
    month_other: '{{count}} Monate kostenlos.',
    year_one: '{{count}} Jahr kostenlos.',
    year_other: '{{count}} Jahre kostenlos.',
  },
  discount: {
    once: '{{value}} Rabatt auf die erste Zahlung.',
    forever: '{{value}} Rabatt auf jede Zahlung.',
    repeating_one: '{{value}} Rabatt für {{count}} Monat.',
    repeating_other: '{{value}} Rabatt für {{count}} Monate.',
  },
  tax: 'Steuern können hinzukommen.',
  usage: 'Was Sie nutzen, wird am Ende jedes Zeitraums berechnet: {{prices}}.',
  unit: '{{meter}}, {{amount}} je Einheit',
  saved: 'Ihre Karte wird gespeichert und bei jeder Verlängerung automatisch belastet. Sie können jederzeit kündigen.',
  savedTrial: 'Ihre Karte wird gespeichert und ab dem {{date}} automatisch belastet. Wenn Sie vorher kündigen, zahlen Sie nichts.',
  openTrial: 'Sie brauchen jetzt keine Karte. Ohne gespeicherte Zahlungsmethode endet das Abonnement am {{date}}.',
  free: 'Sie können jederzeit kündigen.',
}
