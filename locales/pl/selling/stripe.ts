import type { stripe as en } from '../../en/selling/stripe.ts'
import type { Messages } from '../../translator.ts'

/** Around the payment form of Stripe. */
export const stripe: Messages<typeof en> = {
  loadFault: 'Nie udało się wczytać formularza płatności.',
  tryAgain: 'Spróbuj ponownie',
  cardFault: 'Sprawdź dane karty.',
  actionText: 'Bank prosi o potwierdzenie płatności {{amount}} dla {{merchant}}.',
  actionSaveText: 'Bank prosi o potwierdzenie tej karty dla {{merchant}}.',
  actionFault: 'Bank tego nie potwierdził. Spróbuj ponownie albo użyj innej karty.',
}
