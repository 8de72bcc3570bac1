import type { stripe as en } from '../../en/selling/stripe.ts'
import type { Messages } from '../../translator.ts'

/** Around the payment form of Stripe. */
export const stripe: Messages<typeof en> = {
  loadFault: 'Не вдалося завантажити форму оплати.',
  tryAgain: 'Спробувати ще раз',
  cardFault: 'Перевірте дані картки.',
  actionText: 'Банк просить підтвердити платіж {{amount}} продавцю {{merchant}}.',
  actionSaveText: 'Банк просить підтвердити цю картку для продавця {{merchant}}.',
  actionFault: 'Банк цього не підтвердив. Спробуйте ще раз або скористайтеся іншою карткою.',
}
