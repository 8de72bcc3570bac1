import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type FreeSpace, syncDirectory, writeZeros } from './free-space.ts'

/** The size of each file of the write-ahead log, in bytes. */
export const SEGMENT_BYTES = 16 * 1024 * 1024
/** Segments that are preallocated after the current one. */
const AHEAD = 3
const IN_A_ROW = 0x100

/**
 * Preallocates the next segments of the write-ahead log, so that a full disk fails a write to a table, which is an error of one
 * statement, and never a write to the log, which would end the process. `present` is the name of the current segment.
 */
export async function preallocateSegments(directory: string, present: string, space: FreeSpace): Promise<void> {
  const log = join(directory, 'pg_wal')
  for (const name of segmentsAfter(present, AHEAD)) {
    const file = join(log, name)
    if (existsSync(file)) continue
    if (!space.hasFor(SEGMENT_BYTES)) return
    // The database removes files with this prefix after a crash.
    const own = join(log, `xlogtemp.${process.pid}`)
    await writeZeros(own, SEGMENT_BYTES)
    // Check and rename in one turn of the event loop: the database runs in this thread and may have created the file meanwhile.
    if (existsSync(file)) rmSync(own)
    else renameSync(own, file)
    syncDirectory(log)
  }
}

/** The names of the `count` segments after `present`: timeline, row, and position in the row, eight hexadecimal digits each. */
export function segmentsAfter(present: string, count: number): string[] {
  const timeline = present.slice(0, 8)
  const number = Number.parseInt(present.slice(8, 16), 16) * IN_A_ROW + Number.parseInt(present.slice(16), 16)
  const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')
  return Array.from({ length: count }, (_, index) => {
    const next = number + index + 1
    return `${timeline}${hex(Math.floor(next / IN_A_ROW))}${hex(next % IN_A_ROW)}`
  })
}
