import type { checkoutRefusals as en } from '../../en/selling/checkout-refusals.ts'
import type { Messages } from '../../translator.ts'

/** What the server's refusals mean at the checkout. Loaded in parallel with it. */
export const checkoutRefusals: Messages<typeof en> = {
  valueLow: 'Saisissez {{bound}} ou plus.',
  valueHigh: 'Saisissez {{bound}} ou moins.',
  faultInvalid: 'Vérifiez ce champ.',
  faultAddress: 'La taxe ne peut pas être calculée pour cette adresse. Vérifiez chaque champ.',
  faultTaxId: 'Ce n’est pas un numéro fiscal de ce pays.',
  faultDeclined: 'Utilisez une autre carte.',
  faultSubscribed: 'Cette adresse e-mail a déjà un abonnement ici. Résiliez-le d’abord ou utilisez une autre adresse e-mail.',
  taxUnavailable: 'La taxe ne peut pas être calculée pour le moment. Rien n’a été débité. Réessayez dans une minute.',
  totalChanged: 'La taxe a modifié le total. Vérifiez-le, puis payez. Rien n’a encore été débité.',
  trialUsed:
    'Il y a déjà eu un essai avec cette adresse ou cette carte. La page indique maintenant ce qui est dû aujourd’hui. Rien n’a été débité.',
}
