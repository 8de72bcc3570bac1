import type { bill as en } from '../../en/selling/bill.ts'
import type { Messages } from '../../translator.ts'

/** The rows of a bill, on the checkout and in the dashboard. Public: see `checkout`. */
export const bill: Messages<typeof en> = {
  name: 'Расчёт',
  discount: 'Скидка',
  subtotal: 'Промежуточный итог',
  tax: 'Налог',
  reverseCharge: 'Налог (обратное начисление)',
  includedTax: 'Включая налог',
  taxUnknown: 'Зависит от платёжного адреса',
  total: 'Итого, {{currency}}',
  due: 'К оплате сегодня, {{currency}}',
  refunded: 'Возвращено',
  paidNet: 'Оплачено с учётом возвратов',
}
