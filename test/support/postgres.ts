// A temporary PostgreSQL server for tests: found or installed, started on a free port, removed afterwards.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { memoryFolder } from './memory-folder.ts'

const VERSIONS = '/usr/lib/postgresql'
const READY_WITHIN_MS = 30_000
const STOP_WITHIN_MS = 10_000
/** A test may open several servers, and PostgreSQL takes a moment to end the connections of those that were closed. */
const CONNECTIONS = 120
// The data does not have to survive a crash, so no write waits for the disk.
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'listen_addresses=127.0.0.1',
  `max_connections=${CONNECTIONS}`,
]

/** A running server. `url` is the superuser's URL of the database `postgres`; `stop` ends the server and removes its data. */
export interface TemporaryPostgres {
  readonly url: string
  readonly pid: number
  /** Ends the server and cuts all connections; its data stays. */
  down(): Promise<void>
  /** Starts it again with the same port and data. Resolves when it accepts connections. */
  up(): Promise<void>
  stop(): Promise<void>
}

/** The folder with `initdb` and `postgres`, of the highest installed version; undefined when there is none. */
export function findPostgres(): string | undefined {
  const installed = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...installed.map((version) => join(VERSIONS, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** Installs Debian's server package when this process is root. Throws when there is no server. */
function installPostgres(): string {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']]) {
      const done = spawnSync('apt-get', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      if (done.status !== 0) throw new Error(`apt-get ${args[0]} failed: ${done.stderr}`)
    }
  }
  const folder = findPostgres()
  if (!folder) throw new Error('No PostgreSQL server was found. Install one, or set DATABASE_URL to the URL of a running one.')
  return folder
}

/** The system account of the server: PostgreSQL refuses root, so root uses the account `postgres` if it exists. */
function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string, name: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  const name = spawnSync('id', ['postgres']).status === 0 ? 'postgres' : 'nobody'
  return { uid: idOf('-u', name), gid: idOf('-g', name) }
}

/** A loopback TCP port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

async function waitUntilReady(server: ChildProcess, output: () => string): Promise<void> {
  const timeout = AbortSignal.timeout(READY_WITHIN_MS)
  while (!output().includes('database system is ready to accept connections')) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${output()}`)
    if (!server.stderr) throw new Error('PostgreSQL has no log to read.')
    await Promise.race([once(server.stderr, 'data', { signal: timeout }), once(server, 'exit')])
  }
}

/**
 * Starts a server on a free port with its data in a temporary folder, in memory if possible; `settings` (`fsync=on`) override those of the tests. Rejects
 * with the server's log when it does not start.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<TemporaryPostgres> {
  const binaries = findPostgres() ?? installPostgres()
  const account = serverAccount()
  const folder = mkdtempSync(join(memoryFolder(), 'guildhall-postgres-'))
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const as = { ...account, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' } }
  const initialized = spawnSync(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    encoding: 'utf8',
  })
  if (initialized.status !== 0) throw new Error(`initdb failed: ${initialized.stderr || initialized.error?.message}`)
  const port = await freePort()
  const args = ['-D', data, '-p', String(port), '-k', folder, ...[...SETTINGS, ...settings].flatMap((setting) => ['-c', setting])]
  let server: ChildProcess | undefined
  const end = () => void server?.kill('SIGQUIT')
  process.once('exit', end)
  const up = async () => {
    let log = ''
    server = spawn(join(binaries, 'postgres'), args, { ...as, stdio: ['ignore', 'ignore', 'pipe'] })
    server.stderr?.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-10_000)
    })
    await waitUntilReady(server, () => log)
  }
  const down = async () => {
    if (server?.exitCode === null && server.signalCode === null) {
      const gone = once(server, 'exit')
      server.kill('SIGINT')
      const force = setTimeout(end, STOP_WITHIN_MS)
      await gone
      clearTimeout(force)
    }
  }
  const stop = async () => {
    process.off('exit', end)
    await down()
    rmSync(folder, { recursive: true, force: true })
  }
  await up().catch((reason) => stop().then(() => Promise.reject(reason)))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    url,
    get pid() {
      return server?.pid ?? 0
    },
    down,
    up,
    stop,
  }
}
