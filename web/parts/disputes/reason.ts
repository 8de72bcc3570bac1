import type { Dispute } from '#client/index.ts'
import { t } from './messages.ts'

/** Why the cardholder disputes a payment, as far as the bank states it. */
export function reasonOf({ reason }: Pick<Dispute, 'reason'>): string {
  return (reason === null ? undefined : t.find(`reasons.${reason}`)) ?? t('reasons.other')
}
