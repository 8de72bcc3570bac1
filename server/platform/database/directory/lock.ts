import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../clock.ts'
import { type ControlResponder, isOwnFile, NoAnswer, NoServer, openControlSocket, sendControlRequest } from './control-socket.ts'

/** The path of a Unix socket is limited to 107 bytes, on some systems to 103. */
const PATH_BYTES = 100
const ANSWER_TIMEOUT_MS = 2000
const TRIES = 50
const RETRY_MS = 100
/** Taking over a stale lock takes milliseconds; a takeover older than this was interrupted. */
const TAKEOVER_MS = 5000
/** The layout version of a data directory; a newer Guildhall that changes it increments it. */
const LAYOUT = 1

/** Another process has locked the directory. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

/** A data directory that this process has locked. */
export interface LockedDirectory {
  /** Sets the URL of the server, which other processes get when they find the directory locked. */
  setUrl(url: string): void
  /** Sets the handler for the verbs of the command line. */
  setResponder(responder: ControlResponder): void
  /** Unlocks the directory. */
  release(): Promise<void>
}

interface Holder {
  readonly id: string
  readonly pid: number
  readonly url: string | null
}

/** The path of the lock of `directory`. If it is too long, the lock is in the folder for temporary files, named by a hash. */
export function lockPath(directory: string): string {
  const real = realpathSync(directory)
  const beside = join(real, 'lock.sock')
  const short = createHash('sha256').update(real).digest('hex').slice(0, 16)
  return Buffer.byteLength(beside) <= PATH_BYTES ? beside : join(tmpdir(), `guildhall-${short}.sock`)
}

/**
 * Locks `directory` for this process; creates the directory if it is missing. The lock is a socket, so that its holder can be queried:
 * a process id could be the same in every container. Rejects with `DirectoryInUse` naming the holder, or if a newer Guildhall wrote
 * the directory.
 */
export async function lockDirectory(directory: string): Promise<LockedDirectory> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  checkLayout(directory)
  const path = lockPath(directory)
  const own = { id: randomUUID(), pid: process.pid, url: null as string | null }
  let responder: ControlResponder = async () => Promise.reject(new Error('The server is still starting. Try again in a moment.'))
  const server = await listen(path, directory, async (request, control) => (request.verb === 'who' ? own : responder(request, control)))
  const holder = await sendControlRequest(path, { verb: 'who', input: {} }, { timeoutMs: ANSWER_TIMEOUT_MS }).catch(() => undefined)
  if ((holder as Holder | undefined)?.id !== own.id) throw new DirectoryInUse(inUseMessage(directory, holder as Holder | undefined))
  writeLayout(directory)
  return {
    setUrl: (url) => {
      own.url = url
    },
    setResponder: (next) => {
      responder = next
    },
    release: async () => {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}

async function listen(path: string, directory: string, responder: ControlResponder): Promise<Server> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      return await openControlSocket(path, responder)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
    if (!isOwnFile(path)) throw new DirectoryInUse(`${path} belongs to another user, so ${directory} cannot be locked.`)
    const server = await takeOver(path, directory, responder)
    if (server) return server
    await wait(RETRY_MS)
  }
  throw new DirectoryInUse(inUseMessage(directory, undefined))
}

// One process at a time, so that none removes the lock that another has just put in place of a stale one.
async function takeOver(path: string, directory: string, responder: ControlResponder): Promise<Server | undefined> {
  const takeover = `${path}.taking`
  try {
    mkdirSync(takeover)
  } catch {
    const startedMs = statSync(takeover, { throwIfNoEntry: false })?.mtimeMs
    if (startedMs !== undefined && systemClock().now().getTime() - startedMs > TAKEOVER_MS)
      rmSync(takeover, { recursive: true, force: true })
    await refuseWhenAlive(path, directory)
    return undefined
  }
  try {
    await refuseWhenAlive(path, directory)
    rmSync(path, { force: true })
    return await openControlSocket(path, responder)
  } catch (error) {
    // Another process took the lock in between: the next attempt queries it.
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  } finally {
    rmdirSync(takeover)
  }
}

async function refuseWhenAlive(path: string, directory: string): Promise<void> {
  try {
    throw new DirectoryInUse(
      inUseMessage(directory, (await sendControlRequest(path, { verb: 'who', input: {} }, { timeoutMs: ANSWER_TIMEOUT_MS })) as Holder),
    )
  } catch (error) {
    // A busy process does not answer, but still holds the lock.
    if (error instanceof NoAnswer) throw new DirectoryInUse(inUseMessage(directory, undefined))
    if (!(error instanceof NoServer)) throw error
  }
}

function inUseMessage(directory: string, holder: Holder | undefined): string {
  const who = holder
    ? `process ${holder.pid}${holder.url ? `, which answers at ${holder.url}` : ''}`
    : 'a process that does not answer at the moment'
  return `${directory} is in use by ${who}. Stop it first, or set another DATA_DIR: two servers on one embedded database would destroy it.`
}

function writeLayout(directory: string): void {
  const file = join(directory, 'version')
  // A write on a full disk would leave it empty.
  if (statSync(file, { throwIfNoEntry: false })?.size !== undefined && Number(readFileSync(file, 'utf8')) === LAYOUT) return
  writeFileSync(file, `${LAYOUT}\n`)
}

function checkLayout(directory: string): void {
  const file = join(directory, 'version')
  if (!statSync(file, { throwIfNoEntry: false })) return
  const found = Number(readFileSync(file, 'utf8'))
  if (found <= LAYOUT) return
  const known = `layout ${found}, known here: ${LAYOUT}`
  throw new Error(`${directory} was written by a newer Guildhall (${known}). Start that version, or a newer one.`)
}
