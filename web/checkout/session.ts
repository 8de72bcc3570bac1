import { useCallback, useEffect, useState } from 'react'
import type { CallError } from '#client/http.ts'
import type { PublicCheckout } from '#client/types.ts'
import { buyer } from '#web/parts/checkouts/page/buyer.ts'

const EXPIRY_MARGIN_MS = 1000

/** The state of the page: loading, the checkout, or the error. */
export interface CheckoutSession {
  readonly checkout: PublicCheckout | null
  readonly error: CallError | null
  readonly load: () => Promise<void>
  readonly put: (checkout: PublicCheckout) => void
}

/** Loads the checkout of a client secret into the state. */
export function useCheckout(secret: string): CheckoutSession {
  const [checkout, put] = useState<PublicCheckout | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const load = useCallback(async () => {
    const result = await buyer.get(secret, { retry: 1 })
    if (result.error === null) put(result.data)
    setError(result.error)
  }, [secret])
  useEffect(() => void load(), [load])
  return { checkout, error, load, put }
}

/** Reloads an open checkout when it expires, so that the form does not stay open. The time of a test clock does not pass by itself. */
export function useExpiry(checkout: PublicCheckout | null, load: () => Promise<void>): void {
  const ends = checkout?.status === 'open' && checkout.organization.testClockTime === null ? new Date(checkout.expiresAt).getTime() : null
  useEffect(() => {
    if (ends === null) return
    const timer = setTimeout(() => void load(), Math.max(0, ends - Date.now()) + EXPIRY_MARGIN_MS)
    return () => clearTimeout(timer)
  }, [ends, load])
}

/** The intent secret if the payment requires a further action of the buyer, otherwise null. */
export function actionOf(checkout: PublicCheckout): string | null {
  const { intent_status: status, intent_client_secret: secret } = checkout.paymentProcessorMetadata
  return status === 'requires_action' ? (secret ?? null) : null
}

/** Whether the operator lets the seller take no payments. */
export const isBlocked = ({ organization }: PublicCheckout): boolean => organization.status === 'blocked'
