import { useEffect, useState } from 'react'
import type { OfferedProvider } from '#client/index.ts'

declare global {
  interface Window {
    /** The answer of GET /api/auth/list-providers, which the page's head asks for while the scripts come; undefined where it could not be had. */
    offered?: Promise<Response | undefined>
  }
}

const patienceMs = 2000

/** The providers that may be signed in with, and what draws them; null where there are none. */
const offered = (async () => {
  const answer = await window.offered
  const providers: readonly OfferedProvider[] = answer?.ok ? await answer.json() : []
  return providers.length > 0 ? { providers, Buttons: (await import('./provider-buttons.tsx')).default } : null
})().catch(() => null)
let known: Awaited<typeof offered> = null
const learnt = offered.then((found) => {
  known = found
})

/** Done when it is known whether providers are offered, so that no button pushes the form away; after two seconds in any case. */
export const isKnown: Promise<void> = Promise.race([learnt, new Promise<void>((give) => setTimeout(give, patienceMs))])

/** The providers; where they were slow they come when they are known. */
export function useOffered() {
  const [now, setNow] = useState(known)
  useEffect(() => void offered.then(setNow), [])
  return now
}
