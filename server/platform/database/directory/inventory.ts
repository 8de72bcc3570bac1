import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { SEGMENT_BYTES } from './segments.ts'
import type { Inventory } from './state-file.ts'

const FOLDERS = ['base', 'global', 'pg_multixact', 'pg_xact', 'pg_wal']
/** What the database makes anew by itself. */
const PASSING = /(^|\/)(pg_internal\.init|pgsql_tmp[^/]*|archive_status|summaries)(\/|$)|^pg_wal\/(?![0-9A-F]{24}$)/
/** Beyond so many bytes only sizes are taken: reading them would make a start and a stop slow. */
const READ_MAX = 1024 * 1024 * 1024

/** The files of `directory` that hold what was acknowledged; with their sums unless `sizesOnly` or there is too much to read. */
export function takeInventory(directory: string, sizesOnly = false): Inventory {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(directory, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const paths = found.map((file) => file.slice(join(directory, '/').length)).filter((path) => !PASSING.test(path))
  const sizes = ['PG_VERSION', ...paths].map((path) => ({ path, bytes: statSync(join(directory, path)).size }))
  // The log is not needed once the database is at rest, but for its last record, which is checked when it is opened.
  const isRead = !sizesOnly && sizes.reduce((all, { bytes }) => all + bytes, 0) <= READ_MAX
  return Object.fromEntries(
    sizes.map(({ path, bytes }) => [
      path,
      [bytes, isRead && !path.startsWith('pg_wal/') ? crc32(readFileSync(join(directory, path))) : null],
    ]),
  )
}

/** What is not as it was left, as a sentence without its end; undefined when all is. */
export function differenceFrom(directory: string, left: Inventory): string | undefined {
  const present = takeInventory(directory)
  for (const [path, [bytes, sum]] of Object.entries(left)) {
    const [size, now] = present[path] ?? []
    if (size === undefined) return `${path} is missing`
    if (size !== bytes) return `${path} has ${size} bytes instead of ${bytes}`
    if (sum !== null && (now ?? null) !== null && now !== sum) return `${path} has another content`
  }
  return undefined
}

/** What is not as it must be in the log of a database that was ended in the middle of its work; undefined when all is. */
export function damageOfLog(present: Inventory): string | undefined {
  for (const [path, [bytes]] of Object.entries(present))
    if (path.startsWith('pg_wal/') && bytes !== SEGMENT_BYTES) return `${path} has ${bytes} bytes instead of ${SEGMENT_BYTES}`
  return undefined
}

/**
 * The files that are shorter than when the use began, or gone. That is right for tables which were removed since, and for
 * nothing else: none is ever made shorter.
 */
export function shrunkSince(begun: Inventory, present: Inventory): readonly string[] {
  return Object.entries(begun).flatMap(([path, [bytes]]) =>
    /^(base|global)\//.test(path) && (present[path]?.[0] ?? -1) < bytes ? [path] : [],
  )
}

/** Of each file the larger size of two inventories. */
export function largestOf(one: Inventory, other: Inventory): Inventory {
  const bytesOf = (path: string): number => Math.max(one[path]?.[0] ?? 0, other[path]?.[0] ?? 0)
  return Object.fromEntries(Object.keys({ ...one, ...other }).map((path) => [path, [bytesOf(path), null]]))
}
