import type { PaymentStatus } from '../api.ts'
import { t } from './messages.ts'

/** Why the last attempt failed, in words: the processor's own where the code is not known here; null unless it failed. */
export const reasonOf = ({ status, declineReason, error }: PaymentStatus): string | null =>
  status === 'failed' ? (t.find(`declines.${declineReason}`) ?? error) : null
