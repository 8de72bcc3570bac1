import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../clock.ts'
import { type ControlResponder, isOurs, NoAnswer, NoServer, openControlSocket, sendControlRequest } from './control-socket.ts'

/** Unix socket paths end at 107 bytes, on some systems at 103. */
const PATH_BYTES = 100
const ASK_MS = 2000
const TRIES = 50
const TRY_AGAIN_MS = 100
/** Taking over a stale lock takes milliseconds; whoever began longer ago has died over it. */
const TAKING_MS = 5000
/** The layout of a data directory; a newer Guildhall that changes it counts on. */
const LAYOUT = 1

/** Someone else holds the directory. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryHeld'
}

/** A data directory that this process holds alone. */
export interface LockedDirectory {
  /** Where the server that holds it answers; told to whoever asks. */
  setAddress(address: string): void
  /** From now on verbs of the command line are answered by `answering`. */
  setAnswering(answering: ControlResponder): void
  /** Lets go of it. */
  release(): Promise<void>
}

interface Holder {
  readonly id: string
  readonly pid: number
  readonly address: string | null
}

/** Where the lock of `directory` is; a long path moves it, by a hash, to the folder for temporary files. */
export function lockPath(directory: string): string {
  const real = realpathSync(directory)
  const beside = join(real, 'lock.sock')
  const short = createHash('sha256').update(real).digest('hex').slice(0, 16)
  return Buffer.byteLength(beside) <= PATH_BYTES ? beside : join(tmpdir(), `guildhall-${short}.sock`)
}

/**
 * Makes this process the only one that works in `directory`, which is made when it is missing. The lock is a socket, so that it
 * can be asked whether its holder lives: a number of a process would be the same in every container. Rejects with
 * `DirectoryHeld` naming the holder, or when a newer Guildhall wrote the directory.
 */
export async function lockDirectory(directory: string): Promise<LockedDirectory> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  checkLayout(directory)
  const path = lockPath(directory)
  const own = { id: randomUUID(), pid: process.pid, address: null as string | null }
  let answering: ControlResponder = async () => Promise.reject(new Error('The server is still starting. Try again in a moment.'))
  const server = await listen(path, directory, async (request) => (request.verb === 'who' ? own : answering(request)))
  const asked = await sendControlRequest(path, { verb: 'who', given: {} }, ASK_MS).catch(() => undefined)
  if ((asked as Holder | undefined)?.id !== own.id) throw new DirectoryInUse(heldBy(directory, asked as Holder | undefined))
  writeLayout(directory)
  return {
    setAddress: (address) => {
      own.address = address
    },
    setAnswering: (next) => {
      answering = next
    },
    release: async () => {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      await closed.promise
    },
  }
}

async function listen(path: string, directory: string, answering: ControlResponder): Promise<Server> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      return await openControlSocket(path, answering)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
    if (!isOurs(path)) throw new DirectoryInUse(`${path} belongs to another user, so ${directory} cannot be locked.`)
    const server = await takeOver(path, directory, answering)
    if (server) return server
    await wait(TRY_AGAIN_MS)
  }
  throw new DirectoryInUse(heldBy(directory, undefined))
}

// One at a time, so that nobody removes the lock that another has just put in the place of a stale one.
async function takeOver(path: string, directory: string, answering: ControlResponder): Promise<Server | undefined> {
  const turn = `${path}.taking`
  try {
    mkdirSync(turn)
  } catch {
    const begun = statSync(turn, { throwIfNoEntry: false })?.mtimeMs
    if (begun !== undefined && systemClock().now().getTime() - begun > TAKING_MS) rmSync(turn, { recursive: true, force: true })
    await refuseWhenAlive(path, directory)
    return undefined
  }
  try {
    await refuseWhenAlive(path, directory)
    rmSync(path, { force: true })
    return await openControlSocket(path, answering)
  } catch (error) {
    // Somebody came in through the gap: the next look asks them.
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  } finally {
    rmdirSync(turn)
  }
}

async function refuseWhenAlive(path: string, directory: string): Promise<void> {
  try {
    throw new DirectoryInUse(heldBy(directory, (await sendControlRequest(path, { verb: 'who', given: {} }, ASK_MS)) as Holder))
  } catch (error) {
    // A process that computes does not answer, and holds the directory all the same.
    if (error instanceof NoAnswer) throw new DirectoryInUse(heldBy(directory, undefined))
    if (!(error instanceof NoServer)) throw error
  }
}

function heldBy(directory: string, holder: Holder | undefined): string {
  const who = holder
    ? `process ${holder.pid}${holder.address ? `, which answers at ${holder.address}` : ''}`
    : 'a process that does not answer at the moment'
  return `${directory} is in use by ${who}. Stop it first, or set another DATA_DIR: two servers on one embedded database would destroy it.`
}

function writeLayout(directory: string): void {
  const file = join(directory, 'version')
  // On a full disk it would be left empty.
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
