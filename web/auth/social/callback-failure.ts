import { providerName } from '#web/parts/providers/name.ts'

/** Providers' names for two errors: the user cancelled, or the provider does not accept the request of this application. */
const aliases: Readonly<Record<string, string>> = {
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
const linkingCodes = new Set(['account_already_linked_to_different_user', 'unable_to_link_account'])

/** A failed provider sign-in, read from the query. The query is untrusted: only known values are used. */
export interface CallbackFailure {
  /** The code as in the query; empty if there is none. */
  readonly rawCode: string
  /** The code as the messages name it. */
  readonly code: string
  readonly provider: { readonly id: string; readonly name: string } | null
  /** `?next=…` of the query, or empty, to append to a path. */
  readonly search: string
  /** The next step to offer. */
  readonly action: 'again' | 'otherMethod' | 'signUp' | 'connections'
}

/** Reads the search of `/error` and `/link-account`. */
export function readCallbackFailure(search: string): CallbackFailure {
  const query = new URLSearchParams(search)
  const rawCode = query.get('error') ?? ''
  const isSignUp = query.get('from') === 'sign-up'
  const code = codeOf(rawCode, isSignUp)
  const id = query.get('provider')
  const name = providerName(id)
  const next = query.get('next')
  return {
    rawCode,
    code,
    provider: id === null || name === undefined ? null : { id, name },
    search: next === null ? '' : `?${new URLSearchParams({ next })}`,
    action: actionOf(code, isSignUp),
  }
}

/** Normalizes a code: providers differ in spelling. */
function codeOf(rawCode: string, isSignUp: boolean): string {
  const plain = rawCode
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replaceAll(/[^a-z0-9_]/g, '')
  // After a sign-up, the message must not suggest to sign up.
  return plain === 'signup_disabled' && isSignUp ? 'signup_closed' : (aliases[plain] ?? plain)
}

function actionOf(code: string, isSignUp: boolean): CallbackFailure['action'] {
  if (linkingCodes.has(code)) return 'connections'
  if (isSignUp) return 'otherMethod'
  return code === 'signup_disabled' || code === 'email_not_found' ? 'signUp' : 'again'
}
