import type { stripe as en } from '../../en/selling/stripe.ts'
import type { Messages } from '../../translator.ts'

/** Around the payment form of Stripe. */
export const stripe: Messages<typeof en> = {
  loadFault: 'Не удалось загрузить форму оплаты.',
  tryAgain: 'Повторить',
  cardFault: 'Проверьте данные карты.',
  actionText: 'Банк просит подтвердить платёж на {{amount}} продавцу {{merchant}}.',
  actionSaveText: 'Банк просит подтвердить эту карту для продавца {{merchant}}.',
  actionFault: 'Банк не подтвердил операцию. Попробуйте ещё раз или используйте другую карту.',
}
