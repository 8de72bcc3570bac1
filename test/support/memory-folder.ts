import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where Linux has files in memory. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 2 ** 30

/**
 * The folder for what tests write and remove: in memory where it has space, because a copy of a database takes 0.03 s there, and up to
 * 0.8 s on a disk. TMPDIR names another one.
 */
export function memoryFolder(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
