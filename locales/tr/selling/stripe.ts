import type { stripe as en } from '../../en/selling/stripe.ts'
import type { Messages } from '../../translator.ts'

/** Around the payment form of Stripe. */
export const stripe: Messages<typeof en> = {
  loadFault: 'Ödeme formu yüklenemedi.',
  tryAgain: 'Yeniden dene',
  cardFault: 'Kart bilgilerini kontrol edin.',
  actionText: 'Bankanız, {{merchant}} için {{amount}} tutarındaki ödemeyi onaylamanızı istiyor.',
  actionSaveText: 'Bankanız, bu kartı {{merchant}} için onaylamanızı istiyor.',
  actionFault: 'Bankanız onaylamadı. Yeniden deneyin veya başka bir kart kullanın.',
}
