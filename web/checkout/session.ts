import { useCallback, useEffect, useState } from 'react'
import { createBuyer } from '#client/buyer.ts'
import { type CallError, createHttp } from '#client/http.ts'
import type { PublicCheckout } from '#client/types.ts'

const POLL_MS = 2000
const EXPIRY_MARGIN_MS = 1000

/** The server, as the buyer's page talks to it. */
export const { buyer, sandbox } = createBuyer(createHttp())

/** What the page knows: nothing yet, the checkout, or why there is none. */
export interface CheckoutSession {
  readonly checkout: PublicCheckout | null
  readonly error: CallError | null
  readonly load: () => Promise<void>
  readonly put: (checkout: PublicCheckout) => void
}

/** Loads the checkout of a client secret and keeps it. */
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

/** Whether the page waits for something that happens elsewhere. */
export const isWaiting = (checkout: PublicCheckout): boolean => checkout.status === 'confirmed'

/** Looks again whenever the server says that something happened, and every two seconds in case it could not. */
export function useWatch(checkout: PublicCheckout | null, load: () => Promise<void>): void {
  const secret = checkout !== null && isWaiting(checkout) ? checkout.clientSecret : null
  useEffect(() => {
    if (secret === null) return
    const stream = new EventSource(buyer.streamUrl(secret))
    const look = () => void load()
    stream.addEventListener('checkout.updated', look)
    stream.addEventListener('checkout.order_created', look)
    const timer = setInterval(look, POLL_MS)
    return () => {
      stream.close()
      clearInterval(timer)
    }
  }, [secret, load])
}

/** Looks again when an open checkout's time is over, so that nobody fills in what can no longer be paid. */
export function useExpiry(checkout: PublicCheckout | null, load: () => Promise<void>): void {
  const ends = checkout?.status === 'open' ? new Date(checkout.expiresAt).getTime() : null
  useEffect(() => {
    if (ends === null) return
    const timer = setTimeout(() => void load(), Math.max(0, ends - Date.now()) + EXPIRY_MARGIN_MS)
    return () => clearTimeout(timer)
  }, [ends, load])
}

/** The secret that a further action is answered by, when the payment waits for one. */
export function actionOf(checkout: PublicCheckout): string | null {
  const { intent_status: status, intent_client_secret: secret } = checkout.paymentProcessorMetadata
  return status === 'requires_action' ? (secret ?? null) : null
}
