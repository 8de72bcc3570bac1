import type { checkoutTerms as en } from '../../en/selling/checkout-terms.ts'
import type { Messages } from '../../translator.ts'

/** What a subscription costs and when, at the checkout. Loaded where something that renews is sold. */
export const checkoutTerms: Messages<typeof en> = {
  month: '{{amount}} par mois',
  year: '{{amount}} par an',
  due: '{{today}} aujourd’hui, puis {{price}} à partir du {{date}}.',
  dueOnce: '{{today}} aujourd’hui, {{first}} le {{date}}, puis {{price}} à partir du {{next}}.',
  dueWhile: '{{today}} aujourd’hui, {{first}} à partir du {{date}}, puis {{price}} à partir du {{next}}.',
  later: '{{first}}, puis {{price}} à partir du {{next}}',
  trial: {
    day_one: '{{count}} jour gratuit.',
    day_many: '{{count}} de jours gratuits.',
    day_other: '{{count}} jours gratuits.',
    week_one: '{{count}} semaine gratuite.',
    week_many: '{{count}} de semaines gratuites.',
    week_other: '{{count}} semaines gratuites.',
    month_one: '{{count}} mois gratuit.',
    month_many: '{{count}} de mois gratuits.',
    month_other: '{{count}} mois gratuits.',
    year_one: '{{count}} an gratuit.',
    year_many: '{{count}} d’années gratuites.',
    year_other: '{{count}} ans gratuits.',
  },
  discount: {
    once: '{{value}} de remise sur le premier paiement.',
    forever: '{{value}} de remise sur chaque paiement.',
    repeating_one: '{{value}} de remise pendant {{count}} mois.',
    repeating_many: '{{value}} de remise pendant {{count}} de mois.',
    repeating_other: '{{value}} de remise pendant {{count}} mois.',
  },
  tax: 'Des taxes peuvent s’ajouter.',
  usage: 'Votre consommation est facturée à la fin de chaque période : {{prices}}.',
  unit: '{{meter}}, {{amount}} par unité',
  saved: 'Votre carte est enregistrée et débitée automatiquement à chaque renouvellement. Vous pouvez résilier à tout moment.',
  savedTrial: 'Votre carte est enregistrée et débitée automatiquement à partir du {{date}}. Si vous résiliez avant, vous ne payez rien.',
  openTrial: 'Aucune carte n’est nécessaire maintenant. Sans moyen de paiement enregistré, l’abonnement se termine le {{date}}.',
  free: 'Vous pouvez résilier à tout moment.',
}
