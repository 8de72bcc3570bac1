import type { checkoutTerms as en } from '../../en/selling/checkout-terms.ts'
import type { Messages } from '../../translator.ts'

/** What a subscription costs and when, at the checkout. Loaded where something that renews is sold. */
export const checkoutTerms: Messages<typeof en> = {
  month: '{{amount}} miesięcznie',
  year: '{{amount}} rocznie',
  due: 'Dziś {{today}}, potem {{price}} od {{date}}.',
  trial: {
    day_one: '{{count}} dzień bezpłatnie.',
    day_few: '{{count}} dni bezpłatnie.',
    day_many: '{{count}} dni bezpłatnie.',
    day_other: '{{count}} dnia bezpłatnie.',
    week_one: '{{count}} tydzień bezpłatnie.',
    week_few: '{{count}} tygodnie bezpłatnie.',
    week_many: '{{count}} tygodni bezpłatnie.',
    week_other: '{{count}} tygodnia bezpłatnie.',
    month_one: '{{count}} miesiąc bezpłatnie.',
    month_few: '{{count}} miesiące bezpłatnie.',
    month_many: '{{count}} miesięcy bezpłatnie.',
    month_other: '{{count}} miesiąca bezpłatnie.',
    year_one: '{{count}} rok bezpłatnie.',
    year_few: '{{count}} lata bezpłatnie.',
    year_many: '{{count}} lat bezpłatnie.',
    year_other: '{{count}} roku bezpłatnie.',
  },
  discount: {
    once: '{{value}} rabatu na pierwszą płatność.',
    forever: '{{value}} rabatu na każdą płatność.',
    repeating_one: '{{value}} rabatu przez {{count}} miesiąc, potem {{price}}.',
    repeating_few: '{{value}} rabatu przez {{count}} miesiące, potem {{price}}.',
    repeating_many: '{{value}} rabatu przez {{count}} miesięcy, potem {{price}}.',
    repeating_other: '{{value}} rabatu przez {{count}} miesiąca, potem {{price}}.',
  },
  usage: 'Zużycie rozliczamy na koniec każdego okresu: {{prices}}.',
  unit: '{{meter}}, {{amount}} za jednostkę',
  saved: 'Zapiszemy kartę i będziemy automatycznie pobierać z niej opłatę za każde odnowienie. Możesz anulować w każdej chwili.',
  savedTrial: 'Zapiszemy kartę i od {{date}} będziemy automatycznie pobierać z niej opłaty. Jeśli anulujesz wcześniej, nic nie zapłacisz.',
  openTrial: 'Karta nie jest teraz potrzebna. Bez zapisanej metody płatności subskrypcja zakończy się {{date}}.',
  free: 'Możesz anulować w każdej chwili.',
}
