import type { checkoutRefusals as en } from '../../en/selling/checkout-refusals.ts'
import type { Messages } from '../../translator.ts'

/** What the server's refusals mean at the checkout. Loaded in parallel with it. */
export const checkoutRefusals: Messages<typeof en> = {
  valueLow: 'Введіть не менше {{bound}}.',
  valueHigh: 'Введіть не більше {{bound}}.',
  faultInvalid: 'Перевірте це поле.',
  faultAddress: 'Для цієї адреси не вдається обчислити податок. Перевірте кожне поле.',
  faultTaxId: 'Це не податковий номер тієї країни.',
  faultDeclined: 'Скористайтеся іншою карткою.',
  faultSubscribed: 'Для цієї адреси тут уже є підписка. Спершу скасуйте її або вкажіть іншу адресу.',
  taxUnavailable: 'Зараз не вдається розрахувати податок. Гроші не списано. Спробуйте ще раз за хвилину.',
  totalChanged: 'Через податок підсумок змінився. Перевірте його й потім сплатіть. Гроші ще не списано.',
  trialUsed:
    'З цією адресою або карткою пробний період уже був. Тепер сторінка показує, скільки потрібно сплатити сьогодні. Гроші не списано.',
}
