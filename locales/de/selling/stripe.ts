import type { stripe as en } from '../../en/selling/stripe.ts'
import type { Messages } from '../../translator.ts'

/** Around the payment form of Stripe. */
export const stripe: Messages<typeof en> = {
  loadFault: 'Das Zahlungsformular konnte nicht geladen werden.',
  tryAgain: 'Erneut versuchen',
  cardFault: 'Prüfen Sie die Kartendaten.',
  actionText: 'Ihre Bank bittet Sie, die Zahlung von {{amount}} an {{merchant}} zu bestätigen.',
  actionSaveText: 'Ihre Bank bittet Sie, diese Karte für {{merchant}} zu bestätigen.',
  actionFault: 'Ihre Bank hat nicht bestätigt. Versuchen Sie es erneut, oder nehmen Sie eine andere Karte.',
}
