import type * as en from '../../en/benefit-kinds/meter-credit.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about units of a meter. */
export const customer: Messages<typeof en.customer> = {
  balance: 'Осталось: {{units}}',
  period: 'Единиц на период: {{units}}. Остаток сгорает в конце периода.',
  rollover: 'Единиц на период: {{units}}. Остаток переходит на следующий период.',
}
