import { providerName } from '#web/parts/providers/name.ts'

/** How providers write that somebody turned back, or that they know our request for none of theirs. */
const alike: Readonly<Record<string, string>> = {
  user_cancelled_authorize: 'access_denied',
  user_cancelled_login: 'access_denied',
  user_cancelled: 'access_denied',
  user_denied: 'access_denied',
  invalid_request: 'misconfigured',
  invalid_scope: 'misconfigured',
  unauthorized_client: 'misconfigured',
  unsupported_response_type: 'misconfigured',
  redirect_uri_mismatch: 'misconfigured',
}
const fromLinking = new Set(['account_already_linked_to_different_user', 'unable_to_link_account'])

/** What the address says of a way that failed. Everything in it may be anybody's: only what is known is believed. */
export interface CameBack {
  /** As the address has it; empty where it has none. */
  readonly told: string
  /** As the sentences name it. */
  readonly code: string
  readonly provider: { readonly id: string; readonly name: string } | null
  /** `?next=…` of the way, or nothing, to be put behind a page's path. */
  readonly search: string
  /** The way on. */
  readonly way: 'again' | 'otherWay' | 'signUp' | 'connections'
}

/** Reads the search of `/error` and `/link-account`. */
export function cameBack(search: string): CameBack {
  const query = new URLSearchParams(search)
  const told = query.get('error') ?? ''
  const isSignUp = query.get('from') === 'sign-up'
  const code = codeOf(told, isSignUp)
  const id = query.get('provider')
  const name = providerName(id)
  const next = query.get('next')
  return {
    told,
    code,
    provider: id === null || name === undefined ? null : { id, name },
    search: next === null ? '' : `?${new URLSearchParams({ next })}`,
    way: wayOn(code, isSignUp),
  }
}

/** A code as the table of sentences writes it: providers write their own in any way. */
function codeOf(told: string, isSignUp: boolean): string {
  const plain = told
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replaceAll(/[^a-z0-9_]/g, '')
  // Whoever asked for a new account is not told to ask for one.
  return plain === 'signup_disabled' && isSignUp ? 'signup_closed' : (alike[plain] ?? plain)
}

function wayOn(code: string, isSignUp: boolean): CameBack['way'] {
  if (fromLinking.has(code)) return 'connections'
  if (isSignUp) return 'otherWay'
  return code === 'signup_disabled' || code === 'email_not_found' ? 'signUp' : 'again'
}
