import { existsSync, fsyncSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { EmbeddedLocation } from '../embedded.ts'
import { type Condition, creationMarker, damageError, examineDirectory } from './condition.ts'
import { checkSpaceForNew, checkSpaceToOpen, syncDirectory } from './free-space.ts'
import { largestOf, takeInventory } from './inventory.ts'
import { findDamagedPage } from './pages.ts'
import { writeAtRest, writeInUse } from './state-file.ts'

/** The exit code after an I/O error. */
const IO_FAULT = 74
const SETTINGS = [
  'fsync=on',
  'wal_sync_method=fsync',
  // Space that a table grows into is allocated, so that writing the page later cannot fail.
  'file_extend_method=write_zeros',
  // Otherwise each checkpoint writes a file about replication, and a full disk would end the process.
  'max_active_replication_origins=0',
  'max_wal_size=128MB',
  // Tables never shrink, so a shorter file has lost data.
  'vacuum_truncate=off',
]
const SYNCED_AT_ONCE = 16
/** Every table and index with its file. */
const RELATIONS = `select oid::regclass::text as name, pg_relation_filepath(oid) as path from pg_class
  where relkind in ('r', 'i', 'S', 't', 'm') and pg_relation_filepath(oid) is not null`

// PGlite stubs fsync; without this a power failure could lose acknowledged data. A failing fsync ends the process, as in PostgreSQL: the
// content of the disk is unknown from then on.
class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    result.emscriptenOpts.preRun ??= []
    const hooks = result.emscriptenOpts.preRun as ((module: { NODEFS: { stream_ops: Record<string, unknown> } }) => void)[]
    hooks.push((module) => {
      module.NODEFS.stream_ops['fsync'] = (stream: { nfd: number }) => {
        try {
          fsyncSync(stream.nfd)
        } catch (error) {
          exitOnDiskError(error)
        }
        return 0
      }
    })
    return result
  }
}

/** Ends the process: the disk did not store what the database wrote, so only the recovery of the next start can determine what is on it. */
export function exitOnDiskError(error: unknown): never {
  process.stderr.write(`The disk failed to store the database's writes: ${String(error)}\n`)
  process.exit(IO_FAULT)
}

/** The options of PGlite for a new database that begins with an image, if there is one. */
export async function beginningWith(image: EmbeddedLocation['image']): Promise<{ loadDataDir?: Blob }> {
  const loadDataDir = await image?.()
  return loadDataDir ? { loadDataDir } : {}
}

/**
 * Opens the database in `directory`, creates it from `image` if it does not exist, and marks it as in use. A database that was not closed is
 * recovered and then read from end to end. Rejects with a message if it cannot be opened safely.
 */
export async function openFiles(directory: string, image?: EmbeddedLocation['image']): Promise<PGlite> {
  const condition = prepare(directory)
  const options = SETTINGS.flatMap((setting) => ['-c', setting])
  const startParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), ...options]
  const beginning = condition.kind === 'new' ? await beginningWith(image) : {}
  const lite = await PGlite.create({ fs: new DurableFiles(directory), startParams, ...beginning }).catch((error: unknown) => {
    checkSpaceToOpen(directory)
    throw damageError(directory, 'it cannot be opened', error)
  })
  if (condition.kind === 'new') {
    await syncFiles(directory)
    writeInUse(directory, takeInventory(directory, true))
    rmSync(creationMarker(directory))
    syncDirectory(dirname(directory))
  }
  if (condition.kind === 'crashed') await verifyPages(lite, directory, condition.shrunk)
  return lite
}

function prepare(directory: string): Condition {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 })
  const condition = examineDirectory(directory)
  if (condition.kind === 'new') {
    checkSpaceForNew(dirname(directory))
    writeFileSync(creationMarker(directory), '', { flush: true })
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } else {
    checkSpaceToOpen(directory)
    const present = takeInventory(directory, true)
    writeInUse(directory, condition.kind === 'crashed' ? largestOf(condition.filesAtStart, present) : present)
  }
  return condition
}

/** Makes what created the database durable: PGlite syncs only what it writes later. */
async function syncFiles(directory: string): Promise<void> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile() || entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name))
  const syncNext = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const handle = await open(path, 'r')
      await handle.sync().catch(exitOnDiskError)
      await handle.close()
    }
  }
  // A disk syncs several files at once in the time of one.
  await Promise.all(Array.from({ length: SYNCED_AT_ONCE }, syncNext))
}

async function verifyPages(lite: PGlite, directory: string, shrunk: readonly string[]): Promise<void> {
  try {
    await lite.query('checkpoint')
    const relations = await lite.query<{ name: string; path: string }>(RELATIONS)
    const lost = relations.rows.find(({ path }) => !existsSync(join(directory, path)))
    if (lost) throw damageError(directory, `${lost.path} (${lost.name}) is missing`)
    const shorter = relations.rows.find(({ path }) => shrunk.includes(path))
    if (shorter) throw damageError(directory, `${shorter.path} (${shorter.name}) is shorter than before`)
    const page = findDamagedPage(directory)
    if (page) throw damageError(directory, `${page} has a wrong checksum`)
  } catch (error) {
    await lite.close().catch(() => undefined)
    throw error instanceof Error && 'code' in error ? damageError(directory, 'it cannot be read', error) : error
  }
}

/** Closes the database and marks its directory as at rest; calls `onFault` if the mark cannot be written. */
export async function closeFiles(lite: PGlite, directory: string, onFault: (error: Error) => void): Promise<void> {
  await lite.close()
  syncDirectory(directory)
  try {
    writeAtRest(directory, takeInventory(directory))
  } catch (error) {
    // The next start then treats it as not closed, and reads it from end to end.
    onFault(error as Error)
  }
}
