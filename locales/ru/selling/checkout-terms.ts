import type { checkoutTerms as en } from '../../en/selling/checkout-terms.ts'
import type { Messages } from '../../translator.ts'

/** What a subscription costs and when, at the checkout. Loaded where something that renews is sold. */
export const checkoutTerms: Messages<typeof en> = {
  month: '{{amount}} в месяц',
  year: '{{amount}} в год',
  due: 'Сегодня {{today}}, с {{date}} — {{price}}.',
  trial: {
    day_one: '{{count}} день бесплатно.',
    day_few: '{{count}} дня бесплатно.',
    day_many: '{{count}} дней бесплатно.',
    day_other: '{{count}} дня бесплатно.',
    week_one: '{{count}} неделя бесплатно.',
    week_few: '{{count}} недели бесплатно.',
    week_many: '{{count}} недель бесплатно.',
    week_other: '{{count}} недели бесплатно.',
    month_one: '{{count}} месяц бесплатно.',
    month_few: '{{count}} месяца бесплатно.',
    month_many: '{{count}} месяцев бесплатно.',
    month_other: '{{count}} месяца бесплатно.',
    year_one: '{{count}} год бесплатно.',
    year_few: '{{count}} года бесплатно.',
    year_many: '{{count}} лет бесплатно.',
    year_other: '{{count}} года бесплатно.',
  },
  discount: {
    once: 'Скидка {{value}} на первый платёж.',
    forever: 'Скидка {{value}} на каждый платёж.',
    repeating_one: 'Скидка {{value}} на {{count}} месяц, затем {{price}}.',
    repeating_few: 'Скидка {{value}} на {{count}} месяца, затем {{price}}.',
    repeating_many: 'Скидка {{value}} на {{count}} месяцев, затем {{price}}.',
    repeating_other: 'Скидка {{value}} на {{count}} месяца, затем {{price}}.',
  },
  usage: 'Использование оплачивается в конце каждого периода: {{prices}}.',
  unit: '{{meter}}, {{amount}} за единицу',
  saved: 'Карта сохранится, продления будут оплачиваться с неё автоматически. Отменить подписку можно в любой момент.',
  savedTrial: 'Карта сохранится, с {{date}} деньги будут списываться автоматически. Отмените подписку раньше, и платить не придётся.',
  openTrial: 'Сейчас карта не нужна. Если не сохранить способ оплаты, {{date}} подписка закончится.',
  free: 'Отменить подписку можно в любой момент.',
}
