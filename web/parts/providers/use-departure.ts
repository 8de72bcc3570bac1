import { useEffect, useState } from 'react'
import type { CallError, Result } from '#client/index.ts'

/**
 * Leaving for a provider: `goingTo` is its id from the press until the page is gone; `failure` why it was not left. A page that the browser brings back
 * as it was is at rest again. `start` makes the call, whose answer the client follows.
 */
export function useDeparture(start: (id: string) => Promise<Result<unknown>>) {
  const [goingTo, setGoingTo] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ readonly id: string; readonly error: CallError } | null>(null)
  useEffect(() => {
    const rest = ({ persisted }: PageTransitionEvent) => persisted && setGoingTo(null)
    window.addEventListener('pageshow', rest)
    return () => window.removeEventListener('pageshow', rest)
  }, [])
  const go = async (id: string) => {
    if (goingTo !== null) return
    setGoingTo(id)
    setFailure(null)
    const { error } = await start(id)
    if (error === null) return
    setGoingTo(null)
    setFailure({ id, error })
  }
  return { goingTo, failure, go: (id: string) => void go(id) }
}
