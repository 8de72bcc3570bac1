import type { stripe as en } from '../../en/selling/stripe.ts'
import type { Messages } from '../../translator.ts'

/** Around the payment form of Stripe. */
export const stripe: Messages<typeof en> = {
  loadFault: 'No se ha podido cargar el formulario de pago.',
  tryAgain: 'Reintentar',
  cardFault: 'Revise los datos de la tarjeta.',
  actionText: 'Su banco le pide que confirme el pago de {{amount}} a {{merchant}}.',
  actionSaveText: 'Su banco le pide que confirme esta tarjeta para {{merchant}}.',
  actionFault: 'Su banco no lo ha confirmado. Inténtelo de nuevo o use otra tarjeta.',
}
