import type { checkoutChoices as en } from '../../en/selling/checkout-choices.ts'
import type { Messages } from '../../translator.ts'

/** What buyers may choose at checkout: the product, the amount, a discount code. Loaded where they do. */
export const checkoutChoices: Messages<typeof en> = {
  productLabel: 'Продукт',
  productGone: 'Этот продукт больше не продаётся.',
  codeLabel: 'Промокод',
  codeApply: 'Применить',
  codeApplied: 'Скидка',
  codeRemove: 'Убрать',
  codeTooMany: 'Введено слишком много неверных промокодов. Вы можете оплатить без промокода.',
  codeUnknown: 'Этот промокод не действует для этой покупки.',
  amountLabel: 'Ваша сумма',
  amountLow: 'Минимум: {{amount}}.',
  amountHigh: 'Максимум: {{amount}}.',
}
