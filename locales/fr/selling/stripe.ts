import type { stripe as en } from '../../en/selling/stripe.ts'
import type { Messages } from '../../translator.ts'

/** Around the payment form of Stripe. */
export const stripe: Messages<typeof en> = {
  loadFault: 'Le formulaire de paiement n’a pas pu être chargé.',
  tryAgain: 'Réessayer',
  cardFault: 'Vérifiez les données de la carte.',
  actionText: 'Votre banque vous demande de confirmer le paiement de {{amount}} à {{merchant}}.',
  actionSaveText: 'Votre banque vous demande de confirmer cette carte pour {{merchant}}.',
  actionFault: 'Votre banque n’a pas donné sa confirmation. Réessayez ou utilisez une autre carte.',
}
