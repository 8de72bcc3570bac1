// A better-auth server as its documentation sets one up for Node: node:http, pg, addresses and passwords, limits on.
// node bench/rivals/serve.ts <port> <database url> <folder of the version> <free | real | organizations>
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { PASSWORD } from '#test/support/a-user.ts'

/** As many as our server has. */
const CONNECTIONS = 10
/** Longer than a run, on both sides: what is measured is an answer from a copy, not how often copies are made. */
const COPY_SECONDS = 3600

/** As ours is set to. */
const INVITATIONS = 10_000

/** The part of a version that the bench uses; versions keep it in different places. */
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
 * As ours: organizations have teams and begin with one, and the limit of invitations is never met. Mail costs nothing at all here,
 * while ours orders it. No copy of the session is kept in a cookie, which is the default: nobody here has one.
 */
const organizations = () =>
  rival.organization({ teams: { enabled: true }, invitationLimit: INVITATIONS, sendInvitationEmail: async () => undefined })
const options = {
  baseURL: `http://127.0.0.1:${port}`,
  secret: AUTH_SECRET,
  trustedOrigins: [BASE_URL],
  database: new rival.pg.Pool({ connectionString: url, max: CONNECTIONS }),
  emailAndPassword: { enabled: true, ...(setUp === 'real' ? {} : { password: free }) },
  ...(setUp === 'organizations' ? { plugins: [organizations()] } : { session: { cookieCache: { enabled: true, maxAge: COPY_SECONDS } } }),
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
