import type * as en from '../../en/benefit-kinds/meter-credit.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about units of a meter. */
export const customer: Messages<typeof en.customer> = {
  balance: 'Pozostało {{units}}',
  period: 'Liczba jednostek na okres: {{units}}. Niewykorzystane wygasają z jego końcem.',
  rollover: 'Liczba jednostek na okres: {{units}}. Niewykorzystane przechodzą na następny.',
}
