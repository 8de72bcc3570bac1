import type { checkoutTerms as en } from '../../en/selling/checkout-terms.ts'
import type { Messages } from '../../translator.ts'

/** What a subscription costs and when, at the checkout. Loaded where something that renews is sold. */
export const checkoutTerms: Messages<typeof en> = {
  month: '{{amount}} на місяць',
  year: '{{amount}} на рік',
  due: 'Сьогодні {{today}}, а з {{date}} — {{price}}.',
  trial: {
    day_one: '{{count}} день безкоштовно.',
    day_few: '{{count}} дні безкоштовно.',
    day_many: '{{count}} днів безкоштовно.',
    day_other: '{{count}} дня безкоштовно.',
    week_one: '{{count}} тиждень безкоштовно.',
    week_few: '{{count}} тижні безкоштовно.',
    week_many: '{{count}} тижнів безкоштовно.',
    week_other: '{{count}} тижня безкоштовно.',
    month_one: '{{count}} місяць безкоштовно.',
    month_few: '{{count}} місяці безкоштовно.',
    month_many: '{{count}} місяців безкоштовно.',
    month_other: '{{count}} місяця безкоштовно.',
    year_one: '{{count}} рік безкоштовно.',
    year_few: '{{count}} роки безкоштовно.',
    year_many: '{{count}} років безкоштовно.',
    year_other: '{{count}} року безкоштовно.',
  },
  discount: {
    once: 'Знижка {{value}} на перший платіж.',
    forever: 'Знижка {{value}} на кожен платіж.',
    repeating_one: 'Знижка {{value}} на {{count}} місяць, потім {{price}}.',
    repeating_few: 'Знижка {{value}} на {{count}} місяці, потім {{price}}.',
    repeating_many: 'Знижка {{value}} на {{count}} місяців, потім {{price}}.',
    repeating_other: 'Знижка {{value}} на {{count}} місяця, потім {{price}}.',
  },
  usage: 'Використане оплачується в кінці кожного періоду: {{prices}}.',
  unit: '{{meter}}, {{amount}} за одиницю',
  saved: 'Картку буде збережено, з неї автоматично оплачуватиметься кожне продовження. Скасувати можна будь-коли.',
  savedTrial: 'Картку буде збережено, з {{date}} кошти списуватимуться автоматично. Скасуйте раніше, і ви нічого не заплатите.',
  openTrial: 'Зараз картка не потрібна. Якщо не зберегти спосіб оплати, {{date}} підписка закінчиться.',
  free: 'Скасувати можна будь-коли.',
}
