/** What the server's refusals mean at the checkout. Loaded in parallel with it. */
export const checkoutRefusals = {
  valueLow: 'Enter {{bound}} or more.',
  valueHigh: 'Enter {{bound}} or less.',
  faultInvalid: 'Check this field.',
  faultAddress: 'The tax of this billing address can’t be worked out. Check each part of it.',
  faultTaxId: 'This isn’t a tax ID of that country.',
  faultDeclined: 'Use a different card.',
  faultSubscribed: 'This e-mail address already has a subscription here. Cancel it first, or use another e-mail.',
  taxUnavailable: 'The tax can’t be worked out right now. Nothing was charged. Try again in a minute.',
  totalChanged: 'The tax has changed the total. Check it, then pay. Nothing was charged yet.',
  trialUsed: 'There was a trial with this e-mail address or card before. The page now shows what is due today. Nothing was charged.',
} as const
