import type { checkoutChoices as en } from '../../en/selling/checkout-choices.ts'
import type { Messages } from '../../translator.ts'

/** What buyers may choose at checkout: the product, the amount, a discount code. Loaded where they do. */
export const checkoutChoices: Messages<typeof en> = {
  productLabel: 'Продукт',
  productGone: 'Цей продукт більше не продається.',
  codeLabel: 'Код знижки',
  codeApply: 'Застосувати',
  codeApplied: 'Знижка',
  codeRemove: 'Прибрати',
  codeTooMany: 'Введено забагато неправильних кодів. Ви можете сплатити без коду.',
  codeUnknown: 'Цей код не можна застосувати до цієї покупки.',
  amountLabel: 'Ваша сума',
  amountLow: 'Мінімум: {{amount}}.',
  amountHigh: 'Максимум: {{amount}}.',
}
