// One version of the published `better-auth` client: how a browser of it is made, and which methods it really has.
import { createAdministrator } from '#identity/passwords/index.ts'
import { PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { CookieJar } from '#test/support/published-client.ts'
import type { TestServer } from '#test/support/server.ts'
import { authClient } from './auth-calls.ts'
import { type ClientVersion, lockedVersions } from './matrix.ts'

/** The methods of a client; a drive states the shape it expects by what it compares with. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyClient = any

type Factory = (options?: object) => Record<string, unknown>

interface Modules {
  readonly create: (options: object) => AnyClient
  readonly plugins: () => readonly unknown[]
  /** The methods of the client: what the server of the package answers for it, what its plugins answer themselves, and its hooks. */
  readonly methods: readonly string[]
}

/** Imports the client of a version with its organization, username and admin plugins. */
export async function loadAuthClient({ load }: ClientVersion): Promise<Modules> {
  const { createAuthClient } = (await load('/client')) as { readonly createAuthClient: Modules['create'] }
  const clientPlugins = (await load('/client/plugins')) as Record<string, Factory>
  const { betterAuth } = (await load('')) as { readonly betterAuth: (options: object) => { readonly api: Record<string, Endpoint> } }
  const serverPlugins = (await load('/plugins')) as Record<string, Factory>
  const plugins = () =>
    ['organizationClient', 'usernameClient', 'adminClient'].map((name) => clientPlugins[name]?.({ teams: { enabled: true } }))
  const server = betterAuth({
    secret: 'a secret that signs nothing, of a server that never answers',
    baseURL: 'http://localhost',
    emailAndPassword: { enabled: true },
    logger: { disabled: true },
    plugins: [
      serverPlugins['organization']?.({ teams: { enabled: true }, dynamicAccessControl: { enabled: true } }),
      serverPlugins['username']?.(),
      serverPlugins['admin']?.(),
    ],
  })
  const local = (plugins() as readonly ClientPlugin[]).flatMap((plugin) => methodsOfPlugin(plugin))
  const methods = [...Object.values(server.api).flatMap(methodOf), ...local, 'useSession']
  return { create: createAuthClient, plugins, methods: [...new Set(methods)] }
}

interface Endpoint {
  readonly path?: string
  readonly options?: { readonly metadata?: { readonly SERVER_ONLY?: boolean; readonly isAction?: boolean; readonly scope?: string } }
}

/** The client's method for an endpoint: none for those of servers, and for links, which a browser opens. */
function methodOf({ path, options }: Endpoint): readonly string[] {
  const { SERVER_ONLY = false, isAction = true, scope } = options?.metadata ?? {}
  if (path === undefined || path.includes(':') || SERVER_ONLY || !isAction || scope === 'server' || path === '/ok' || path === '/error')
    return []
  const camel = (segment: string) => segment.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return [path.slice(1).split('/').map(camel).join('.')]
}

interface ClientPlugin {
  readonly getActions?: (...inputs: unknown[]) => Record<string, unknown>
  readonly getAtoms?: (...inputs: unknown[]) => Record<string, unknown>
}

function methodsOfPlugin({ getActions, getAtoms }: ClientPlugin): string[] {
  const actions = Object.entries(getActions?.(() => undefined, {}, {}) ?? {}).flatMap(([name, value]) => {
    if (name.startsWith('$')) return []
    return typeof value === 'function' ? [name] : Object.keys(value as object).map((inner) => `${name}.${inner}`)
  })
  const atoms = Object.keys(getAtoms?.(() => undefined) ?? {}).filter((name) => !name.startsWith('$'))
  return [...actions, ...atoms.map((name) => `use${name[0]?.toUpperCase()}${name.slice(1)}`)]
}

/** A browser with one client and its cookies. The client is inside, because `await` would take it for a promise. */
export interface Browser {
  readonly client: AnyClient
  readonly jar: CookieJar
}

/** A browser whose user has signed up. */
export interface SignedUp extends Browser {
  readonly id: string
  readonly email: string
  readonly token: string
}

/** The scene of a drive: a server, and browsers with one version of the client. */
export interface Scene {
  readonly server: TestServer
  /** Whether it is the oldest locked version, which names some things differently. */
  readonly isOldest: boolean
  browser(): Browser
  signedUp(): Promise<SignedUp>
  /** A user with a verified email, whom an invitation admits without the secret of its link. */
  verified(): Promise<SignedUp>
  administrator(): Promise<SignedUp>
}

/** The scene of one version. */
export async function aScene(server: TestServer, baseURL: string, version: ClientVersion): Promise<Scene> {
  const { create, plugins } = await loadAuthClient(version)
  const browser = (): Browser => {
    const jar = new CookieJar(server.settings.BASE_URL)
    return { jar, client: create({ baseURL, plugins: plugins(), fetchOptions: { customFetchImpl: jar.fetch } }) }
  }
  const signedUp = async (): Promise<SignedUp> => {
    const made = browser()
    const email = uniqueEmail()
    const { data, error } = await made.client.signUp.email({ name: 'Ann Lee', email, password: PASSWORD })
    if (error) throw new Error(`Signing up was answered ${JSON.stringify(error)}`)
    return { ...made, email, id: data.user.id, token: data.token }
  }
  return {
    server,
    isOldest: version.version === lockedVersions(authClient)[0],
    browser,
    signedUp,
    verified: async () => {
      const user = await signedUp()
      await server.platform.database.db.updateTable('users').set({ is_email_verified: true }).where('id', '=', user.id).execute()
      return user
    },
    administrator: async () => {
      const user = await signedUp()
      await createAdministrator(server.platform, { email: user.email, name: 'Grace Hopper', password: null, now: server.clock.now() })
      await user.client.signIn.email({ email: user.email, password: PASSWORD })
      return user
    },
  }
}
