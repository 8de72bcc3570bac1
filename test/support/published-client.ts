// The published client of the auth API, as its users install it, with one cookie jar per browser.
import { createAuthClient } from 'better-auth/client'
import { adminClient, organizationClient, usernameClient } from 'better-auth/client/plugins'

/** A browser's cookie jar, which Node's fetch lacks. */
export class CookieJar {
  readonly cookies = new Map<string, string>()
  readonly #origin: string

  /** `origin` is the origin of the page in the browser. */
  constructor(origin: string) {
    this.#origin = origin
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    if (this.cookies.size > 0) headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    headers.set('origin', this.#origin)
    const answer = await fetch(input, { redirect: 'manual', ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      const at = pair.indexOf('=')
      if (/; Max-Age=0(;|$)/.test(line)) this.cookies.delete(pair.slice(0, at))
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }
}

/** A method of the client; a test states the shape it expects by what it compares with. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Call = (options?: Readonly<Record<string, unknown>>) => Promise<{ readonly data: any; readonly error: any }>

type AccountCall =
  | 'getSession'
  | 'signOut'
  | 'listSessions'
  | 'revokeSession'
  | 'revokeSessions'
  | 'revokeOtherSessions'
  | 'sendVerificationEmail'
  | 'verifyEmail'
  | 'changeEmail'
  | 'forgetPassword'
  | 'resetPassword'
  | 'changePassword'
  | 'updateUser'
  | 'listAccounts'
  | 'unlinkAccount'
  | 'deleteUser'
  | 'linkSocial'
  | 'getAccessToken'
  | 'refreshToken'
/** The methods of the published organizationClient, and `addMember`, which it does not have. */
export const organizationCalls = [
  'create',
  'checkSlug',
  'update',
  'delete',
  'list',
  'setActive',
  'getFullOrganization',
  'getActiveMember',
  'updateMemberRole',
  'removeMember',
  'leave',
  'inviteMember',
  'acceptInvitation',
  'rejectInvitation',
  'cancelInvitation',
  'getInvitation',
  'listInvitations',
  'createTeam',
  'updateTeam',
  'removeTeam',
  'listTeams',
  'hasPermission',
  'addMember',
] as const
/** The methods of the published adminClient. */
export const administratorCalls = [
  'listUsers',
  'createUser',
  'setRole',
  'banUser',
  'unbanUser',
  'impersonateUser',
  'stopImpersonating',
  'listUserSessions',
  'revokeUserSession',
  'revokeUserSessions',
  'removeUser',
  'setUserPassword',
  'hasPermission',
] as const

/** The methods that the tests use. With plugins the client's own types do not compile under exactOptionalPropertyTypes. */
export type PublishedClient = Readonly<Record<AccountCall, Call>> & {
  readonly signUp: { readonly email: Call }
  readonly signIn: { readonly email: Call; readonly username: Call; readonly social: Call }
  readonly organization: Readonly<Record<(typeof organizationCalls)[number], Call>>
  readonly admin: Readonly<Record<(typeof administratorCalls)[number], Call>>
}

/** A client in a browser whose cookies are in `jar`. */
export function publishedClient(baseURL: string, jar: CookieJar, headers: Readonly<Record<string, string>> = {}): PublishedClient {
  const plugins = [organizationClient(), usernameClient(), adminClient()] as never
  return createAuthClient({ baseURL, plugins, fetchOptions: { customFetchImpl: jar.fetch, headers } }) as unknown as PublishedClient
}

/** The methods of one plugin as a plain object: the client is a proxy that returns a function for any property. */
export function callsOf<Name extends string>(plugin: Readonly<Record<Name, Call>>, names: readonly Name[]): Record<Name, Call> {
  return Object.fromEntries(names.map((name) => [name, plugin[name]])) as Record<Name, Call>
}
