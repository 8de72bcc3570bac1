import type * as en from '../../en/benefit-kinds/meter-credit.ts'
import type { Messages } from '../../translator.ts'

/** What customers read about units of a meter. */
export const customer: Messages<typeof en.customer> = {
  balance: 'Kalan: {{units}}',
  period: 'Her dönem {{units}} birim. Kullanılmayan birimler dönem sonunda silinir.',
  rollover: 'Her dönem {{units}} birim. Kullanılmayan birimler sonraki döneme eklenir.',
}
