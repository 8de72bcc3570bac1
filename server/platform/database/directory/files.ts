import { existsSync, fsyncSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { type Condition, damaged, examineDirectory, makingFile } from './examine.ts'
import { checkSpaceForNew, checkSpaceToOpen, syncDirectory } from './free-space.ts'
import { largestOf, takeInventory } from './inventory.ts'
import { findDamagedPage } from './pages.ts'
import { writeAtRest, writeInUse } from './state-file.ts'

/** The exit code after a fault of input and output. */
const IO_FAULT = 74
const SETTINGS = [
  'fsync=on',
  'wal_sync_method=fsync',
  // Room that a table grows into is really taken, so that a page which is written later always finds its place.
  'file_extend_method=write_zeros',
  // Else each checkpoint writes a file about replication, and ends the process where there is no room for it.
  'max_active_replication_origins=0',
  'max_wal_size=128MB',
  // A table that is shorter than it was has then lost something.
  'vacuum_truncate=off',
]
/** Every table and index, and the file of each. */
const RELATIONS = `select oid::regclass::text as name, pg_relation_filepath(oid) as path from pg_class
  where relkind in ('r', 'i', 'S', 't', 'm') and pg_relation_filepath(oid) is not null`

// PGlite stubs fsync; without this a power cut could lose what was acknowledged. A failing fsync ends the process, as
// PostgreSQL does: what the disk then holds is not known any more.
class DurableFiles extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(...given)
    made.emscriptenOpts.preRun ??= []
    const hooks = made.emscriptenOpts.preRun as ((module: { NODEFS: { stream_ops: Record<string, unknown> } }) => void)[]
    hooks.push((module) => {
      module.NODEFS.stream_ops['fsync'] = (stream: { nfd: number }) => {
        try {
          fsyncSync(stream.nfd)
        } catch (error) {
          endOnDisk(error)
        }
        return 0
      }
    })
    return made
  }
}

/** Ends the process: the disk did not keep what the database wrote, so only the next start's recovery knows what is true. */
export function endOnDisk(error: unknown): never {
  process.stderr.write(`The disk refused to keep the database's writes: ${String(error)}\n`)
  process.exit(IO_FAULT)
}

/**
 * Opens the database in `directory`, which is made when there is none, and marks it as in use. One that was left in the
 * middle is recovered and then read from end to end. Rejects with a sentence when it cannot be opened or is not to be.
 */
export async function openFiles(directory: string): Promise<PGlite> {
  const condition = prepare(directory)
  const options = SETTINGS.flatMap((setting) => ['-c', setting])
  const startParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), ...options]
  const lite = await PGlite.create({ fs: new DurableFiles(directory), startParams }).catch((error: unknown) => {
    checkSpaceToOpen(directory)
    throw damaged(directory, 'it cannot be opened', error)
  })
  if (condition.is === 'new') {
    writeInUse(directory, takeInventory(directory, true))
    rmSync(makingFile(directory))
    syncDirectory(dirname(directory))
  }
  if (condition.is === 'ended') await readWhole(lite, directory, condition.shrunk)
  return lite
}

function prepare(directory: string): Condition {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 })
  const condition = examineDirectory(directory)
  if (condition.is === 'new') {
    checkSpaceForNew(dirname(directory))
    writeFileSync(makingFile(directory), '', { flush: true })
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } else {
    checkSpaceToOpen(directory)
    const present = takeInventory(directory, true)
    writeInUse(directory, condition.is === 'ended' ? largestOf(condition.begun, present) : present)
  }
  return condition
}

async function readWhole(lite: PGlite, directory: string, shrunk: readonly string[]): Promise<void> {
  try {
    await lite.query('checkpoint')
    const relations = await lite.query<{ name: string; path: string }>(RELATIONS)
    const lost = relations.rows.find(({ path }) => !existsSync(join(directory, path)))
    if (lost) throw damaged(directory, `${lost.path} (${lost.name}) is missing`)
    const shorter = relations.rows.find(({ path }) => shrunk.includes(path))
    if (shorter) throw damaged(directory, `${shorter.path} (${shorter.name}) had lost a part`)
    const page = findDamagedPage(directory)
    if (page) throw damaged(directory, `${page} does not hold what was written`)
  } catch (error) {
    await lite.close().catch(() => undefined)
    throw error instanceof Error && 'code' in error ? damaged(directory, 'it cannot be read', error) : error
  }
}

/** Closes the database and marks its directory as at rest; `onFault` is told when that cannot be written down. */
export async function closeFiles(lite: PGlite, directory: string, onFault: (error: Error) => void): Promise<void> {
  await lite.close()
  syncDirectory(directory)
  try {
    writeAtRest(directory, takeInventory(directory))
  } catch (error) {
    // The next start then takes it for one that was left in the middle, and reads it whole.
    onFault(error as Error)
  }
}
