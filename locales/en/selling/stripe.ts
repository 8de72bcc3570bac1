/** Around the payment form of Stripe. */
export const stripe = {
  loadFault: 'The payment form couldn’t be loaded.',
  tryAgain: 'Try again',
  cardFault: 'Check the card details.',
  actionText: 'Your bank asks you to confirm the payment of {{amount}} to {{merchant}}.',
  actionSaveText: 'Your bank asks you to confirm this card for {{merchant}}.',
  actionFault: 'Your bank didn’t confirm it. Try again, or use another card.',
} as const
