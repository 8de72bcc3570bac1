import type { checkoutRefusals as en } from '../../en/selling/checkout-refusals.ts'
import type { Messages } from '../../translator.ts'

/** What the server's refusals mean at the checkout. Loaded in parallel with it. */
export const checkoutRefusals: Messages<typeof en> = {
  valueLow: 'Введите не меньше {{bound}}.',
  valueHigh: 'Введите не больше {{bound}}.',
  faultInvalid: 'Проверьте это поле.',
  faultAddress: 'Для этого адреса не удаётся рассчитать налог. Проверьте каждое поле.',
  faultTaxId: 'Это не налоговый номер выбранной страны.',
  faultDeclined: 'Используйте другую карту.',
  faultSubscribed: 'На этот адрес здесь уже оформлена подписка. Сначала отмените её или укажите другой адрес.',
  taxUnavailable: 'Сейчас не удаётся рассчитать налог. Деньги не списаны. Попробуйте ещё раз через минуту.',
  totalChanged: 'Из-за налога итог изменился. Проверьте его и затем оплатите. Деньги ещё не списаны.',
  trialUsed:
    'С этим адресом или картой пробный период уже был. Теперь на странице показано, сколько нужно заплатить сегодня. Деньги не списаны.',
}
