import type * as en from '../../en/benefit-kinds/meter-credit.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about units of a meter. */
export const customer: Messages<typeof en.customer> = {
  balance: 'Solde : {{units}}',
  period: '{{units}} unités par période. Le reste expire à la fin de la période.',
  rollover: '{{units}} unités par période. Le reste est reporté sur la suivante.',
}
