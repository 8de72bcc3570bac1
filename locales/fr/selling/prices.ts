import type { prices as en } from '../../en/selling/prices.ts'
import type { Messages } from '../../translator.ts'

/** Prices of products in words. */
export const prices: Messages<typeof en> = {
  kinds: {
    fixed: 'Prix fixe',
    custom: 'Prix libre',
    free: 'Gratuit',
    usage: 'Consommation : {{meter}}',
  },
  once: 'une fois',
  month: '{{price}} / mois',
  year: '{{price}} / an',
  unit: '{{amount}} par unité',
  withUsage: '{{price}} + consommation',
  onlyUsage_one: 'Consommation, {{count}} prix',
  onlyUsage_many: 'Consommation, {{count}} de prix',
  onlyUsage_other: 'Consommation, {{count}} prix',
  from: 'À partir de {{amount}}',
  anyAmount: 'Montant libre',
  atLeast: 'Au moins {{amount}}',
  atMost: 'Au plus {{amount}}',
  suggested: 'Montant suggéré : {{amount}}',
  trial: {
    day_one: 'L’abonnement commence par {{count}} jour gratuit.',
    day_many: 'L’abonnement commence par {{count}} de jours gratuits.',
    day_other: 'L’abonnement commence par {{count}} jours gratuits.',
    week_one: 'L’abonnement commence par {{count}} semaine gratuite.',
    week_many: 'L’abonnement commence par {{count}} de semaines gratuites.',
    week_other: 'L’abonnement commence par {{count}} semaines gratuites.',
    month_one: 'L’abonnement commence par {{count}} mois gratuit.',
    month_many: 'L’abonnement commence par {{count}} de mois gratuits.',
    month_other: 'L’abonnement commence par {{count}} mois gratuits.',
    year_one: 'L’abonnement commence par {{count}} an gratuit.',
    year_many: 'L’abonnement commence par {{count}} d’années gratuites.',
    year_other: 'L’abonnement commence par {{count}} ans gratuits.',
    withMethod: 'L’essai commence avec un moyen de paiement, puis devient un abonnement payant.',
    withoutMethod: 'L’essai commence sans moyen de paiement. S’il n’y en a pas à la fin, l’abonnement se termine.',
  },
  billing: 'Facturation',
  billingKinds: { once: 'Paiement unique', month: 'Mensuelle', year: 'Annuelle' },
}
