import { useEffect } from 'react'
import type { PublicCheckout } from '#client/types.ts'
import { buyer } from '#web/parts/checkouts/page/buyer.ts'

const POLL_MS = 2000

/** Reloads a checkout that waits for the payment processor on every event of its stream, and every two seconds in case the stream fails. */
export function useWatch(checkout: PublicCheckout | null, load: () => Promise<void>): void {
  const secret = checkout?.status === 'confirmed' ? checkout.clientSecret : null
  useEffect(() => {
    if (secret === null) return
    const stream = new EventSource(buyer.streamUrl(secret))
    const reload = () => void load()
    stream.addEventListener('checkout.updated', reload)
    stream.addEventListener('checkout.order_created', reload)
    const timer = setInterval(reload, POLL_MS)
    return () => {
      stream.close()
      clearInterval(timer)
    }
  }, [secret, load])
}
