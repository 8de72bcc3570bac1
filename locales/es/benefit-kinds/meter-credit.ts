import type * as en from '../../en/benefit-kinds/meter-credit.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about units of a meter. */
export const customer: Messages<typeof en.customer> = {
  balance: 'Disponible: {{units}}',
  period: 'Unidades por periodo: {{units}}. Las que queden caducan con él.',
  rollover: 'Unidades por periodo: {{units}}. Las que queden se suman al siguiente.',
}
