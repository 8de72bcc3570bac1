import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { monotonicMs } from '../../clock.ts'

const MIB = 1024 * 1024
/** Below this many free bytes writes are refused: what runs, and the next checkpoint, may still need some. */
const REFUSED_BELOW = 48 * MIB
/** From this many on they are taken again; apart from the other, so that it does not flicker. */
const TAKEN_FROM = 64 * MIB
/** A new database and its log, with the room below which it would refuse to write. */
const NEW_NEEDS = 180 * MIB
/** What opening may need: the mark, a lock file, blocks that the log tells of. */
const START_NEEDS = 8 * MIB
/** Kept for a start on a full disk, in a file beside the database. */
const KEPT = 16 * MIB
const CHUNK = MIB
const LOOK_EVERY_MS = 20

/** There is too little room to begin with; a sentence for the person who tried. */
export class NoFreeSpace extends Error {
  override readonly name = 'NoRoom'
}

/** Free bytes on the file system of `path` for this user; where that cannot be told, as many as anybody could want. */
export function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Whether a directory with so few free bytes refuses writes. */
export function isTooFull(free: number): boolean {
  return free < REFUSED_BELOW
}

/** What is known of the room where a directory is. */
export interface FreeSpace {
  /** Looks (at most once in 20 ms while there is room) and tells whether writes must be refused. */
  isFull(): boolean
  /** A statement met the end of the disk. */
  met(): void
  /** Whether `bytes` may be used up without coming near the reserve. */
  hasFor(bytes: number): boolean
}

/** Watches the room of `directory`; `changed` is told when it is found full and when there is room again. */
export function watchFreeSpace(directory: string, changed: (isFull: boolean, freeBytes: number) => void): FreeSpace {
  let isFull = false
  let lookedMs = Number.NEGATIVE_INFINITY
  const turn = (next: boolean, free: number): void => {
    if (next === isFull) return
    isFull = next
    changed(next, free)
  }
  return {
    isFull: () => {
      const nowMs = monotonicMs()
      if (nowMs - lookedMs < LOOK_EVERY_MS) return isFull
      lookedMs = nowMs
      const free = freeBytes(directory)
      turn(isFull ? free < TAKEN_FROM : free < REFUSED_BELOW, free)
      return isFull
    },
    met: () => turn(true, freeBytes(directory)),
    hasFor: (bytes) => !isFull && freeBytes(directory) - bytes >= TAKEN_FROM,
  }
}

/** Throws a sentence where `directory` has not the room for a new database. */
export function checkSpaceForNew(directory: string): void {
  const free = freeBytes(directory)
  if (free < NEW_NEEDS)
    throw new NoFreeSpace(`A new database needs ${NEW_NEEDS / MIB} MB, and ${Math.floor(free / MIB)} MB are free where ${directory} is.`)
}

/** Throws a sentence where there is not even the room to open what is there; what was kept for that is given up first. */
export function checkSpaceToOpen(directory: string): void {
  rmSync(`${keptFile(directory)}.tmp`, { force: true })
  if (freeBytes(directory) < START_NEEDS) rmSync(keptFile(directory), { force: true })
  const free = freeBytes(directory)
  if (free < START_NEEDS)
    throw new NoFreeSpace(`The disk of ${directory} is full (${Math.floor(free / MIB)} MB are free): make room, then start again.`)
}

/** Keeps some room for a start on a full disk, once there is plenty. */
export async function reserveSpace(directory: string, room: FreeSpace): Promise<void> {
  const file = keptFile(directory)
  if (statSync(file, { throwIfNoEntry: false })?.size === KEPT || !room.hasFor(KEPT)) return
  await writeZeros(`${file}.tmp`, KEPT)
  await rename(`${file}.tmp`, file)
}

function keptFile(directory: string): string {
  return `${directory}.room`
}

/** Writes a file of zeros that really takes its room, or none at all. */
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

/** Makes sure that names made or taken in `directory` stay so after a power cut. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
