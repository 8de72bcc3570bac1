// The published client of accounts, as it is installed by those who use it, with a jar of cookies for each browser.
import { createAuthClient } from 'better-auth/client'
import { adminClient, organizationClient, usernameClient } from 'better-auth/client/plugins'

/** A browser's jar: what Node's fetch lacks. */
export class Jar {
  readonly cookies = new Map<string, string>()
  readonly #origin: string

  /** `origin` is the page that the browser shows. */
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

/** What the client answers; a test states the shape it expects by what it compares with. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Call = (given?: Readonly<Record<string, unknown>>) => Promise<{ readonly data: any; readonly error: any }>

type Own =
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
/** What the published organizationClient calls, and `addMember`, which it does not. */
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
/** What the published adminClient calls. */
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

/** The calls made in tests. The client's own types do not compile under exactOptionalPropertyTypes as soon as it has plugins. */
export type PublishedClient = Readonly<Record<Own, Call>> & {
  readonly signUp: { readonly email: Call }
  readonly signIn: { readonly email: Call; readonly username: Call; readonly social: Call }
  readonly organization: Readonly<Record<(typeof organizationCalls)[number], Call>>
  readonly admin: Readonly<Record<(typeof administratorCalls)[number], Call>>
}

/** A client in a browser whose cookies are in `jar`. */
export function publishedClient(baseURL: string, jar: Jar, headers: Readonly<Record<string, string>> = {}): PublishedClient {
  const plugins = [organizationClient(), usernameClient(), adminClient()] as never
  return createAuthClient({ baseURL, plugins, fetchOptions: { customFetchImpl: jar.fetch, headers } }) as unknown as PublishedClient
}

/** The calls of one plugin as an object of its own: the client itself is one that makes up every property it is asked for. */
export function callsOf<Name extends string>(plugin: Readonly<Record<Name, Call>>, names: readonly Name[]): Record<Name, Call> {
  return Object.fromEntries(names.map((name) => [name, plugin[name]])) as Record<Name, Call>
}
