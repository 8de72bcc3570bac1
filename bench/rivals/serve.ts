// A better-auth server as documented for Node: node:http, pg, email and password, limits on.
// node bench/rivals/serve.ts <port> <database url> <folder of the version> <free | real | organizations>
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { PASSWORD } from '#test/support/a-user.ts'

/** The same number as our server. */
const CONNECTIONS = 10
/** Longer than a run, on both sides: the line measures answers from the cookie cache, not its renewal. */
const CACHE_SECONDS = 3600

/** The same limit as our server. */
const INVITATIONS = 10_000

/** The part of a version that the bench uses; its import paths differ by version. */
interface Rival {
  readonly betterAuth: (options: object) => object
  readonly organization: (options: object) => object
  readonly getMigrations: (options: object) => Promise<{ runMigrations(): Promise<void> }>
  readonly toNodeHandler: (auth: object) => RequestListener
  readonly pg: typeof pg
}

const { AUTH_SECRET, BASE_URL = '' } = process.env
const [port = '0', url = '', folder = '', setUp = ''] = process.argv.slice(2)
const rival = (await import(pathToFileURL(join(folder, 'rival.js')).href)) as Rival

const free = {
  hash: async () => 'free',
  verify: async ({ password }: { readonly password: string }) => password === PASSWORD,
}
/**
 * Like our setup: organizations have teams and start with one, and the limit of invitations is never reached. Mail is free here,
 * while ours is queued. The cookie cache is off, which is the default.
 */
const organizations = () =>
  rival.organization({ teams: { enabled: true }, invitationLimit: INVITATIONS, sendInvitationEmail: async () => undefined })
const options = {
  baseURL: `http://127.0.0.1:${port}`,
  secret: AUTH_SECRET,
  trustedOrigins: [BASE_URL],
  database: new rival.pg.Pool({ connectionString: url, max: CONNECTIONS }),
  emailAndPassword: { enabled: true, ...(setUp === 'real' ? {} : { password: free }) },
  ...(setUp === 'organizations' ? { plugins: [organizations()] } : { session: { cookieCache: { enabled: true, maxAge: CACHE_SECONDS } } }),
  rateLimit: { enabled: true },
  advanced: { ipAddress: { ipAddressHeaders: ['x-forwarded-for'] } },
  telemetry: { enabled: false },
  logger: { level: 'error' },
}
const { runMigrations } = await rival.getMigrations(options)
await runMigrations()
const handle = rival.toNodeHandler(rival.betterAuth(options))
createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  if (request.url === '/readyz') response.end()
  else handle(request, response)
}).listen(Number(port), '127.0.0.1')
