import { useEffect, useState } from 'react'
import type { CallError, ProviderId, Result } from '#client/index.ts'

/**
 * Redirects to a provider. `pendingId` is the provider's id from the click until the page unloads; `failure` is the error if the redirect
 * failed. A page that the browser restores from its back/forward cache is no longer pending. `start` makes the call, whose redirect the
 * client follows.
 */
export function useProviderRedirect(start: (id: ProviderId) => Promise<Result<unknown>>) {
  const [pendingId, setPendingId] = useState<ProviderId | null>(null)
  const [failure, setFailure] = useState<{ readonly id: ProviderId; readonly error: CallError } | null>(null)
  useEffect(() => {
    const reset = ({ persisted }: PageTransitionEvent) => persisted && setPendingId(null)
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [])
  const go = async (id: ProviderId) => {
    if (pendingId !== null) return
    setPendingId(id)
    setFailure(null)
    const { error } = await start(id)
    if (error === null) return
    setPendingId(null)
    setFailure({ id, error })
  }
  return { pendingId, failure, go: (id: ProviderId) => void go(id) }
}
