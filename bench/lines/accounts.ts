// get-session, sign-in and sign-up with limits on, compared with the bare target and, with --rivals, with better-auth.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BULK_USERS, insertUsers } from '../accounts/bulk-users.ts'
import { latencyDuringSignIns } from '../accounts/latency-during-sign-ins.ts'
import { recordingsOf } from '../accounts/recordings.ts'
import { type BenchUser, sessionRequests, signInsInTurn, signUpRequest, signUpUsers, withCachedSessions } from '../accounts/users.ts'
import { sendFresh, sendShared } from '../load.ts'
import { query, type Rival, rivalsOn } from '../rivals/rivals.ts'
import { startBare, startRival, startServer, startWithoutHash, type Target, type TargetSetup } from '../targets.ts'
import { rowOf, type Side } from './comparison.ts'
import type { Line, LineOptions, Row } from './line.ts'

/** Limits are on: requests come from many networks, in the header of a proxy on this machine. Cached sessions outlive the run, on every side. */
const SETTINGS = { RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback', SESSION_COOKIE_CACHE_MAX_AGE: '3600' }
/** Users that sign in with the real hash, which is slow. */
const HASHED = 128
const HASHED_SECONDS = 5

/** A server and its users. */
interface AccountsServer {
  readonly target: Target
  readonly users: readonly BenchUser[]
}

interface AccountsServers {
  readonly web: AccountsServer
  readonly withoutHash: AccountsServer
  readonly bare: Target
  readonly rivals: Readonly<Record<string, AccountsServer>>
  readonly statementCounts: { readonly session: number; readonly signIn: number; readonly signUp: number }
}

function rivalSides(rivals: AccountsServers['rivals'], sideOf: (server: AccountsServer) => Side): Record<string, Side> {
  return Object.fromEntries(Object.entries(rivals).map(([version, server]) => [version, sideOf(server)]))
}

/** The rates, with passwords compared and not hashed. */
async function rates(
  options: LineOptions,
  { web, withoutHash, bare, rivals, statementCounts }: AccountsServers,
  suffix: string,
): Promise<Row[]> {
  const sessionSide = (server: AccountsServer): Side => {
    const requests = sessionRequests(
      server.users.map(({ session }) => session),
      'database',
    )
    return { target: server.target, send: (seconds) => sendShared(server.target, requests, seconds) }
  }
  const cachedSide = async (server: AccountsServer): Promise<Side> => {
    const requests = sessionRequests(await withCachedSessions(server.target, server.users), 'cookie')
    return { target: server.target, send: (seconds) => sendShared(server.target, requests, seconds) }
  }
  const signInSide = (server: AccountsServer): Side => {
    const next = signInsInTurn(server.users)
    return { target: server.target, send: (seconds) => sendFresh(server.target, next, seconds) }
  }
  const signUpSide = ({ target }: AccountsServer): Side => ({ target, send: (seconds) => sendFresh(target, signUpRequest, seconds) })
  const atBare = (sideOf: (server: AccountsServer) => Side, { users }: AccountsServer) => sideOf({ target: bare, users })
  const row = (line: string, count: number, sideOf: (server: AccountsServer) => Side, ours: AccountsServer) => {
    const sides = { ours: sideOf(ours), bare: atBare(sideOf, ours), ...rivalSides(rivals, sideOf) }
    return rowOf(options, { line: `${line}${suffix}`, statementCount: count, sides })
  }
  const rows = [await row('get-session', statementCounts.session, sessionSide, web)]
  const cachedSides: Record<string, Side> = { ours: await cachedSide(web) }
  const requests = sessionRequests(
    web.users.map(({ session }) => session),
    'cookie',
  )
  cachedSides['bare'] = { target: bare, send: (seconds) => sendShared(bare, requests, seconds) }
  for (const [version, server] of Object.entries(rivals)) cachedSides[version] = await cachedSide(server)
  rows.push(await rowOf(options, { line: `get-session from the cookie cache${suffix}`, statementCount: 0, sides: cachedSides }))
  rows.push(await row('sign-in', statementCounts.signIn, signInSide, withoutHash))
  rows.push(await row('sign-up', statementCounts.signUp, signUpSide, withoutHash))
  return rows
}

/** The rows with the hash that each side uses. */
async function hashedRows(options: LineOptions, web: AccountsServer, rivals: Readonly<Record<string, AccountsServer>>): Promise<Row[]> {
  const signInSide = (server: AccountsServer): Side => {
    const next = signInsInTurn(server.users.slice(0, HASHED))
    return { target: server.target, send: (seconds) => sendFresh(server.target, next, seconds) }
  }
  const signUpSide = ({ target }: AccountsServer): Side => ({ target, send: (seconds) => sendFresh(target, signUpRequest, seconds) })
  // Some servers answer only after all waiting requests.
  const longer = { ...options, seconds: Math.max(HASHED_SECONDS, options.seconds) }
  const row = (line: string, sideOf: (server: AccountsServer) => Side) =>
    rowOf(longer, { line, statementCount: 2, sides: { ours: sideOf(web), ...rivalSides(rivals, sideOf) } })
  return [await row('sign-in, real hash', signInSide), await row('sign-up, real hash', signUpSide)]
}

/** Replaces the passwords of the signed-up users by the real hash; bulk users do not sign in. */
async function setRealHashes(databaseUrl: string, target: Target, whose: 'ours' | 'theirs'): Promise<void> {
  const [hashedUser] = await signUpUsers(target, 1)
  const [users, accounts, userId] = whose === 'ours' ? ['users', 'accounts', 'user_id'] : ['"user"', 'account', '"userId"']
  const realHash = `select password from ${accounts} where ${userId} = (select id from ${users} where email = '${hashedUser?.email}')`
  await query(databaseUrl, `update ${accounts} set password = (${realHash}) where password <> 'none'`)
}

async function startServers(setup: TargetSetup, rivals: readonly Rival[]): Promise<AccountsServers> {
  const withoutHash = await startWithoutHash(setup)
  const users = await signUpUsers(withoutHash)
  const { flows, statementCounts } = await recordingsOf(setup.databaseUrl, SETTINGS, users)
  const script = join(setup.folder, 'accounts.json')
  writeFileSync(script, JSON.stringify({ flows }))
  const others: Record<string, AccountsServer> = {}
  for (const { version, folder, databaseUrl } of rivals) {
    const target = await startRival({ ...setup, databaseUrl }, folder, 'free')
    others[version] = { target, users: await signUpUsers(target) }
  }
  const web = await startServer(setup, ['--role', 'web'])
  return {
    web: { target: web, users },
    withoutHash: { target: withoutHash, users },
    bare: await startBare(setup, script),
    rivals: others,
    statementCounts,
  }
}

async function realRows(options: LineOptions, setup: TargetSetup, rivals: readonly Rival[], servers: AccountsServers): Promise<Row[]> {
  const { web } = servers
  await setRealHashes(setup.databaseUrl, web.target, 'ours')
  const others: Record<string, AccountsServer> = {}
  for (const { version, folder, databaseUrl } of rivals) {
    const target = await startRival({ ...setup, databaseUrl }, folder, 'real')
    await setRealHashes(databaseUrl, target, 'theirs')
    others[version] = { target, users: servers.rivals[version]?.users ?? [] }
  }
  try {
    return [...(await hashedRows(options, web, others)), await latencyDuringSignIns(web.target, web.users, options.rounds)]
  } finally {
    await Promise.all(Object.values(others).map(({ target }) => target.stop()))
  }
}

export const accountsLine: Line = {
  name: 'accounts',
  run: async (options) => {
    const setup = { ...options.setup, settings: SETTINGS }
    const rivals = options.withRivals ? await rivalsOn(setup.databaseUrl, 'accounts') : []
    const servers = await startServers(setup, rivals)
    try {
      const rows = await rates(options, servers, '')
      await insertUsers(setup.databaseUrl, 'ours')
      for (const { databaseUrl } of rivals) await insertUsers(databaseUrl, 'theirs')
      rows.push(...(await rates(options, servers, ` among ${BULK_USERS.toLocaleString('en')}`)))
      return [...rows, ...(await realRows(options, setup, rivals, servers))]
    } finally {
      const { web, withoutHash, bare, rivals: others } = servers
      await Promise.all(
        [web.target, withoutHash.target, bare, ...Object.values(others).map(({ target }) => target)].map((each) => each.stop()),
      )
    }
  },
}
