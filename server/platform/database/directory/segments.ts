import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type FreeSpace, syncDirectory, writeZeros } from './free-space.ts'

/** The size of each file of the write-ahead log, in bytes. */
export const SEGMENT_BYTES = 16 * 1024 * 1024
/** Files that lie ready beyond the present one. */
const AHEAD = 3
const IN_A_ROW = 0x100

/**
 * Lays the next files of the write-ahead log ready, so that a full disk meets a table, where it is an error of one statement,
 * and never the log, where it ends the process. `present` is the name of the file that is written to.
 */
export async function layAhead(directory: string, present: string, room: FreeSpace): Promise<void> {
  const log = join(directory, 'pg_wal')
  for (const name of segmentsAfter(present, AHEAD)) {
    const file = join(log, name)
    if (existsSync(file)) continue
    if (!room.hasFor(SEGMENT_BYTES)) return
    // By this prefix the database removes what an end in the middle left behind.
    const own = join(log, `xlogtemp.${process.pid}`)
    await writeZeros(own, SEGMENT_BYTES)
    // Without a pause between look and deed: the database runs in this thread, and may have made the file meanwhile.
    if (existsSync(file)) rmSync(own)
    else renameSync(own, file)
    syncDirectory(log)
  }
}

/** The names of the `count` files that follow `present`: eight hexadecimal digits each of timeline, row, and place in the row. */
export function segmentsAfter(present: string, count: number): string[] {
  const timeline = present.slice(0, 8)
  const number = Number.parseInt(present.slice(8, 16), 16) * IN_A_ROW + Number.parseInt(present.slice(16), 16)
  const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')
  return Array.from({ length: count }, (_, index) => {
    const next = number + index + 1
    return `${timeline}${hex(Math.floor(next / IN_A_ROW))}${hex(next % IN_A_ROW)}`
  })
}
