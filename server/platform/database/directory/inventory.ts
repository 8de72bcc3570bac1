import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { SEGMENT_BYTES } from './segments.ts'
import type { Inventory } from './state-file.ts'

const FOLDERS = ['base', 'global', 'pg_multixact', 'pg_xact', 'pg_wal']
/** Files that the database recreates by itself. */
const TRANSIENT = /(^|\/)(pg_internal\.init|pgsql_tmp[^/]*|archive_status|summaries)(\/|$)|^pg_wal\/(?![0-9A-F]{24}$)/
/** Beyond this many bytes only sizes are recorded: checksums would make start and stop slow. */
const READ_MAX = 1024 * 1024 * 1024

/** The files of `directory` that hold acknowledged data, with their checksums unless `sizesOnly` or there is too much to read. */
export function takeInventory(directory: string, sizesOnly = false): Inventory {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(directory, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const paths = found.map((file) => file.slice(join(directory, '/').length)).filter((path) => !TRANSIENT.test(path))
  const sizes = ['PG_VERSION', ...paths].map((path) => ({ path, bytes: statSync(join(directory, path)).size }))
  // A closed database needs no log but its last record, which is checked on opening.
  const hasChecksums = !sizesOnly && sizes.reduce((all, { bytes }) => all + bytes, 0) <= READ_MAX
  return Object.fromEntries(
    sizes.map(({ path, bytes }) => [
      path,
      [bytes, hasChecksums && !path.startsWith('pg_wal/') ? crc32(readFileSync(join(directory, path))) : null],
    ]),
  )
}

/** The first difference from the inventory that was recorded on closing, as a sentence without its end; undefined if there is none. */
export function differenceFrom(directory: string, expected: Inventory): string | undefined {
  const present = takeInventory(directory)
  for (const [path, [bytes, sum]] of Object.entries(expected)) {
    const [size, now] = present[path] ?? []
    if (size === undefined) return `${path} is missing`
    if (size !== bytes) return `${path} has ${size} bytes instead of ${bytes}`
    if (sum !== null && (now ?? null) !== null && now !== sum) return `${path} has different content`
  }
  return undefined
}

/** The first damage to the log of a database that was not closed; undefined if there is none. */
export function damageOfLog(present: Inventory): string | undefined {
  for (const [path, [bytes]] of Object.entries(present))
    if (path.startsWith('pg_wal/') && bytes !== SEGMENT_BYTES) return `${path} has ${bytes} bytes instead of ${SEGMENT_BYTES}`
  return undefined
}

/** The files that are shorter than at the start or missing. That is expected for dropped tables only: no file is ever truncated. */
export function shrunkSince(atStart: Inventory, present: Inventory): readonly string[] {
  return Object.entries(atStart).flatMap(([path, [bytes]]) =>
    /^(base|global)\//.test(path) && (present[path]?.[0] ?? -1) < bytes ? [path] : [],
  )
}

/** The larger size of each file of two inventories. */
export function largestOf(one: Inventory, other: Inventory): Inventory {
  const bytesOf = (path: string): number => Math.max(one[path]?.[0] ?? 0, other[path]?.[0] ?? 0)
  return Object.fromEntries(Object.keys({ ...one, ...other }).map((path) => [path, [bytesOf(path), null]]))
}
