import { type ComponentType, useEffect, useState } from 'react'
import type { SignInOptions } from '#client/index.ts'
import type { PasswordBounds } from '#web/parts/new-password.ts'
import type { ProviderButtonsProps } from './social/provider-buttons.tsx'

declare global {
  interface Window {
    /** The response of GET /api/auth/options, which the page's head requests while the scripts load; undefined if the request failed. */
    options?: Promise<Response | undefined>
  }
}

/** While the options are unknown, the page offers everything, the server refuses disabled methods, and password lengths have no bounds. */
export interface PageOptions {
  readonly providers: SignInOptions['providers']
  readonly links?: SignInOptions['links'] | undefined
  readonly password: Pick<SignInOptions['password'], 'signIn' | 'signUp' | 'reset'> & Partial<PasswordBounds>
  /** Renders the provider buttons; null if there are no providers. */
  readonly Buttons: ComponentType<ProviderButtonsProps> | null
}

/** Short enough that the delay is not noticed; options that arrive in time are part of the first render. */
const maxWaitMs = 300
const defaultOptions: PageOptions = { providers: [], password: { signIn: true, signUp: true, reset: true }, Buttons: null }

const loading: Promise<PageOptions> = (async () => {
  const answer = await window.options
  if (!answer?.ok) return defaultOptions
  const { providers, password, links }: SignInOptions = await answer.json()
  const hasButtons = providers.length > 0 && location.pathname.startsWith('/sign-')
  return { providers, password, links, Buttons: hasButtons ? (await import('./social/provider-buttons.tsx')).default : null }
})().catch(() => defaultOptions)
let currentOptions = defaultOptions
const loaded = loading.then((found) => {
  currentOptions = found
})

/** Resolves when the options are known, or after `maxWaitMs`. */
export const optionsReady: Promise<void> = Promise.race([loaded, new Promise<void>((resolve) => setTimeout(resolve, maxWaitMs))])

/** The options. `isLate` if they arrived after the first render: additions must then not move content that the user is already using. */
export function useOptions(): PageOptions & { readonly isLate: boolean } {
  const [first] = useState(currentOptions)
  const [now, setNow] = useState(currentOptions)
  useEffect(() => void loading.then(setNow), [])
  return { ...now, isLate: now !== first }
}
