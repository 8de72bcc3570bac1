import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { monotonicMs } from '../../clock.ts'

const MIB = 1024 * 1024
/** Below this many free bytes writes are refused: running statements and the next checkpoint may still need some. */
const REFUSED_BELOW = 48 * MIB
/** From this many free bytes on writes are accepted again; higher than `REFUSED_BELOW`, so that the state does not flap. */
const ACCEPTED_FROM = 64 * MIB
/** A new database and its log, plus the reserve below which writes are refused. */
const NEW_NEEDS = 180 * MIB
/** The most that opening may need: the state file, a lock file, blocks that recovery replays. */
const START_NEEDS = 8 * MIB
/** Reserved for a start on a full disk, in a file beside the database. */
const RESERVE = 16 * MIB
const CHUNK = MIB
const CHECK_EVERY_MS = 20

/** There is too little disk space to start; the message is for the user who tried. */
export class NoFreeSpace extends Error {
  override readonly name = 'NoFreeSpace'
}

/** Free bytes for this user on the file system of `path`; infinite if that is unknown. */
export function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Whether writes are refused with so few free bytes. */
export function isTooFull(free: number): boolean {
  return free < REFUSED_BELOW
}

/** The free space on the disk of a directory. */
export interface FreeSpace {
  /** Whether writes must be refused; checks the disk at most once in 20 ms. */
  isFull(): boolean
  /** Records that a statement failed because the disk is full. */
  markFull(): void
  /** Whether `bytes` can be used without touching the reserve. */
  hasFor(bytes: number): boolean
}

/** Watches the free space of `directory`; calls `onChange` when the disk becomes full and when it has space again. */
export function watchFreeSpace(directory: string, onChange: (isFull: boolean, freeBytes: number) => void): FreeSpace {
  let isFull = false
  let checkedAtMs = Number.NEGATIVE_INFINITY
  const setFull = (next: boolean, free: number): void => {
    if (next === isFull) return
    isFull = next
    onChange(next, free)
  }
  return {
    isFull: () => {
      const nowMs = monotonicMs()
      if (nowMs - checkedAtMs < CHECK_EVERY_MS) return isFull
      checkedAtMs = nowMs
      const free = freeBytes(directory)
      setFull(isFull ? free < ACCEPTED_FROM : free < REFUSED_BELOW, free)
      return isFull
    },
    markFull: () => setFull(true, freeBytes(directory)),
    hasFor: (bytes) => !isFull && freeBytes(directory) - bytes >= ACCEPTED_FROM,
  }
}

/** Throws `NoFreeSpace` if `directory` has too little space for a new database. */
export function checkSpaceForNew(directory: string): void {
  const free = freeBytes(directory)
  if (free < NEW_NEEDS)
    throw new NoFreeSpace(`A new database needs ${NEW_NEEDS / MIB} MB, and ${Math.floor(free / MIB)} MB are free where ${directory} is.`)
}

/** Throws `NoFreeSpace` if there is too little space to open the database; deletes the reserve first. */
export function checkSpaceToOpen(directory: string): void {
  rmSync(`${reserveFile(directory)}.tmp`, { force: true })
  if (freeBytes(directory) < START_NEEDS) rmSync(reserveFile(directory), { force: true })
  const free = freeBytes(directory)
  if (free < START_NEEDS)
    throw new NoFreeSpace(`The disk of ${directory} is full (${Math.floor(free / MIB)} MB are free): free some space, then start again.`)
}

/** Reserves space for a start on a full disk as soon as there is enough. */
export async function reserveSpace(directory: string, space: FreeSpace): Promise<void> {
  const file = reserveFile(directory)
  if (statSync(file, { throwIfNoEntry: false })?.size === RESERVE || !space.hasFor(RESERVE)) return
  await writeZeros(`${file}.tmp`, RESERVE)
  await rename(`${file}.tmp`, file)
}

function reserveFile(directory: string): string {
  return `${directory}.room`
}

/** Writes a file of zeros that occupies its space on the disk, or no file at all. */
export async function writeZeros(file: string, bytes: number): Promise<void> {
  const zeros = Buffer.alloc(CHUNK)
  const handle = await open(file, 'w', 0o600)
  try {
    for (let written = 0; written < bytes; written += CHUNK) await handle.write(zeros, 0, Math.min(CHUNK, bytes - written))
    await handle.sync()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** Makes created and removed names in `directory` durable against a power failure. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
