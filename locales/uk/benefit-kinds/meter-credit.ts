import type * as en from '../../en/benefit-kinds/meter-credit.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about units of a meter. */
export const customer: Messages<typeof en.customer> = {
  balance: 'Залишилося: {{units}}',
  period: 'Одиниць на період: {{units}}. Залишок згорає разом із ним.',
  rollover: 'Одиниць на період: {{units}}. Залишок переходить на наступний.',
}
