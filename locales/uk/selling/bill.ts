import type { bill as en } from '../../en/selling/bill.ts'
import type { Messages } from '../../translator.ts'

/** The rows of a bill, on the checkout and in the dashboard. Public: see `checkout`. */
export const bill: Messages<typeof en> = {
  name: 'Розрахунок',
  discount: 'Знижка',
  subtotal: 'Проміжний підсумок',
  tax: 'Податок',
  reverseCharge: 'Податок (зворотне нарахування)',
  includedTax: 'У т. ч. податок',
  taxUnknown: 'Залежить від платіжної адреси',
  total: 'Разом, {{currency}}',
  due: 'До сплати сьогодні, {{currency}}',
  refunded: 'Повернено',
  paidNet: 'Сплачено з урахуванням повернень',
}
