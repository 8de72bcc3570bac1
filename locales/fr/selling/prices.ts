import type { prices as en } from '../../en/selling/prices.ts'
import type { Messages } from '../../translator.ts'

/** Prices of products: their kinds in words, and their form. */
export const prices: Messages<typeof en> = {
  kinds: {
    fixed: 'Fixe',
    custom: 'Prix libre',
    free: 'Gratuit',
    usage: 'Utilisation : {{meter}}',
  },
  once: 'une fois',
  month: '{{price}} / mois',
  year: '{{price}} / an',
  unit: '{{amount}} par unité',
  withUsage: '{{price}} + utilisation',
  onlyUsage_one: 'Utilisation, {{count}} prix',
  onlyUsage_many: 'Utilisation, {{count}} de prix',
  onlyUsage_other: 'Utilisation, {{count}} prix',
  from: 'À partir de {{amount}}',
  anyAmount: 'Montant libre',
  atLeast: 'Au moins {{amount}}',
  atMost: 'Au plus {{amount}}',
  suggested: '{{amount}} suggérés',
  trial: {
    day_one: 'Il commence par {{count}} jour gratuit.',
    day_many: 'Il commence par {{count}} de jours gratuits.',
    day_other: 'Il commence par {{count}} jours gratuits.',
    week_one: 'Il commence par {{count}} semaine gratuite.',
    week_many: 'Il commence par {{count}} de semaines gratuites.',
    week_other: 'Il commence par {{count}} semaines gratuites.',
    month_one: 'Il commence par {{count}} mois gratuit.',
    month_many: 'Il commence par {{count}} de mois gratuits.',
    month_other: 'Il commence par {{count}} mois gratuits.',
    year_one: 'Il commence par {{count}} an gratuit.',
    year_many: 'Il commence par {{count}} d’années gratuites.',
    year_other: 'Il commence par {{count}} ans gratuits.',
    withMethod: 'L’essai commence avec un moyen de paiement, puis continue en abonnement payant.',
    withoutMethod: 'L’essai commence sans moyen de paiement. S’il n’y en a pas à la fin, l’abonnement se termine.',
  },
  billing: 'Facturation',
  billingKinds: { once: 'Paiement unique', month: 'Mensuelle', year: 'Annuelle' },
}
