import type { Payment } from '#client/index.ts'
import { cardText } from './card-text.ts'
import { t } from './messages.ts'

/** The card of a payment, `Visa •••• 4242`; null while it is unknown. */
export function cardOf(payment: Payment): string | null {
  if (!('methodMetadata' in payment)) return null
  return cardText(payment.methodMetadata)
}

const reasons = [
  'card_declined',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'fraudulent',
  'authentication_required',
  'authentication_failed',
  'invalid_token',
  'invalid_method',
  'canceled',
  'processor_silent',
] as const

/** Why a payment failed or what it waits for, in words; null where there is nothing to say. */
export function reasonOf({ status, declineReason: code, waitsFor, isDuplicate }: Payment): string | null {
  if (isDuplicate) return t('meanings.duplicate')
  if (status === 'pending') return waitsFor === null ? null : t(`waits.${waitsFor}`)
  if (status !== 'failed') return null
  const known = reasons.find((reason) => reason === code)
  return known === undefined ? t('declines.other', { code: code ?? '–' }) : t(`declines.${known}`)
}
