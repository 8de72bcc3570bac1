import { type ComponentType, useEffect, useState } from 'react'
import type { SignInOptions } from '#client/index.ts'
import type { PasswordBounds } from '#web/parts/new-password.ts'
import type { ProviderButtonsProps } from './social/provider-buttons.tsx'

declare global {
  interface Window {
    /** The answer of GET /api/auth/options, which the page's head asks for while the scripts come; undefined where it could not be had. */
    options?: Promise<Response | undefined>
  }
}

/** While, or where, nothing is known of the options, everything is offered, the server refuses what is switched off, and lengths have no bounds. */
export interface Found {
  readonly providers: SignInOptions['providers']
  readonly password: Pick<SignInOptions['password'], 'signIn' | 'signUp' | 'reset'> & Partial<PasswordBounds>
  /** Draws the providers; null where there are none. */
  readonly Buttons: ComponentType<ProviderButtonsProps> | null
}

/** Nobody sees or presses anything this soon, and whatever comes in time stands where it belongs from the beginning. */
const patienceMs = 300
const nothing: Found = { providers: [], password: { signIn: true, signUp: true, reset: true }, Buttons: null }

const asked: Promise<Found> = (async () => {
  const answer = await window.options
  if (!answer?.ok) return nothing
  const { providers, password }: SignInOptions = await answer.json()
  const hasButtons = providers.length > 0 && location.pathname.startsWith('/sign-')
  return { providers, password, Buttons: hasButtons ? (await import('./social/provider-buttons.tsx')).default : null }
})().catch(() => nothing)
let known = nothing
const learnt = asked.then((found) => {
  known = found
})

/** Done when the options are known, and very soon in any case: no page waits for them. */
export const isKnown: Promise<void> = Promise.race([learnt, new Promise<void>((give) => setTimeout(give, patienceMs))])

/** The options. `isLate` where they came after the page was drawn: what they add must not push away what somebody is using. */
export function useOptions(): Found & { readonly isLate: boolean } {
  const [first] = useState(known)
  const [now, setNow] = useState(known)
  useEffect(() => void asked.then(setNow), [])
  return { ...now, isLate: now !== first }
}
