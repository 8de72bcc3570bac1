import type * as en from '../../en/benefit-kinds/license-keys.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about license keys. */
export const customer: Messages<typeof en.customer> = {
  name: 'clé de licence',
  show: 'Afficher la clé de licence',
  hide: 'Masquer la clé de licence',
  revoked: 'Révoquée',
  disabled: 'Désactivée',
  lasting: 'N’expire pas.',
  expires: 'Expire le {{date}}.',
  usage: 'Utilisée {{usage}} fois sur {{limit}}.',
  activations: 'Activée {{used}} fois sur {{limit}}',
  deactivate: 'Désactiver',
  deactivateOne: 'Désactiver {{label}}',
  deactivateTitle: 'Désactiver {{label}} ?',
  deactivateText: 'La clé de licence cesse d’y fonctionner. Vous pouvez ensuite l’activer ailleurs.',
  deactivated: '{{label}} : activation retirée',
}
