import type { stripe as en } from '../../en/selling/stripe.ts'
import type { Messages } from '../../translator.ts'

/** Around the payment form of Stripe. */
export const stripe: Messages<typeof en> = {
  loadFault: 'Nie udało się wczytać formularza płatności.',
  tryAgain: 'Spróbuj ponownie',
  cardFault: 'Sprawdź dane karty.',
  actionText: 'Twój bank prosi o potwierdzenie płatności na kwotę {{amount}} dla sprzedawcy {{merchant}}.',
  actionSaveText: 'Twój bank prosi o potwierdzenie tej karty dla sprzedawcy {{merchant}}.',
  actionFault: 'Bank tego nie potwierdził. Spróbuj ponownie albo użyj innej karty.',
}
