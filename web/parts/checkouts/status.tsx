import type { Checkout } from '#client/index.ts'
import { Status, StatusPill, type StatusTone } from '#web/ui/text/status.tsx'
import { t } from './messages.ts'

const tones: Record<Checkout['status'], StatusTone> = {
  open: 'info',
  expired: 'ended',
  confirmed: 'warn',
  succeeded: 'good',
  failed: 'bad',
}

/** The status of a checkout, for rows. */
export function CheckoutStatus({ checkout }: { checkout: Pick<Checkout, 'status'> }) {
  return <Status tone={tones[checkout.status]}>{t(`states.${checkout.status}`)}</Status>
}

/** The status of a checkout, beside a title. */
export function CheckoutPill({ checkout }: { checkout: Pick<Checkout, 'status'> }) {
  return <StatusPill tone={tones[checkout.status]}>{t(`states.${checkout.status}`)}</StatusPill>
}
