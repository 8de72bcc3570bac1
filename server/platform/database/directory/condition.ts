import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { damageOfLog, differenceFrom, shrunkSince, takeInventory } from './inventory.ts'
import { type Inventory, originOf, readState, stateFile } from './state-file.ts'

const VERSION = '18'
const CONTROL = 'global/pg_control'
const CONTROL_BYTES = 8192
/** Offsets in pg_control of its layout version and the state of the database, and their values after a clean shutdown. */
const LAYOUT_AT = 8
const LAYOUT = 1800
const STATE_AT = 16
const SHUT_DOWN = 1

/** The directory cannot be opened without risking its data; the message is for the user who tried. */
export class UnusableDirectory extends Error {
  override readonly name = 'UnusableDirectory'
}

/**
 * The condition of a directory: `new` is to be created, `clean` was closed, `crashed` was not closed, so every page must be read.
 * `filesAtStart` is its inventory at the last start, `shrunk` the files of that inventory that are shorter or missing now.
 */
export type Condition =
  | { readonly kind: 'new' | 'clean' }
  | { readonly kind: 'crashed'; readonly filesAtStart: Inventory; readonly shrunk: readonly string[] }

const UNKNOWN: Condition = { kind: 'crashed', filesAtStart: {}, shrunk: [] }

/** The marker file beside a directory that is being created: no write in the directory was acknowledged yet. */
export function creationMarker(directory: string): string {
  return `${directory}.making`
}

/**
 * Examines `directory` before anything opens it. Throws `UnusableDirectory` for a copy, for damage, and for files that are not a
 * database of Guildhall.
 */
export function examineDirectory(directory: string): Condition {
  if (existsSync(creationMarker(directory))) rmSync(directory, { recursive: true, force: true })
  if (!existsSync(directory) || readdirSync(directory).length === 0) return { kind: 'new' }
  checkVersion(directory)
  const isShutDown = checkControl(directory)
  const stored = readState(directory)
  if (stored.state === 'unreadable') throw damageError(directory, `${stateFile(directory)} cannot be read`)
  if (stored.state === 'accept') return UNKNOWN
  if (stored.state === 'none') {
    if (isShutDown) return UNKNOWN
    throw copyError(directory)
  }
  if (stored.state === 'at-rest') {
    const difference = isShutDown ? differenceFrom(directory, stored.files) : `${CONTROL} does not match the state file`
    if (difference) throw damageError(directory, difference)
    return { kind: 'clean' }
  }
  const origin = originOf(directory, stored)
  if (origin === 'linked')
    throw new UnusableDirectory(
      `${directory} shares its files with another directory (by hard links): two servers on them would destroy the database. Copy the files themselves.`,
    )
  if (origin === 'elsewhere') throw copyError(directory)
  const present = takeInventory(directory, true)
  const damage = damageOfLog(present)
  if (damage) throw damageError(directory, damage)
  return { kind: 'crashed', filesAtStart: stored.files, shrunk: shrunkSince(stored.files, present) }
}

function checkVersion(directory: string): void {
  const file = join(directory, 'PG_VERSION')
  if (!existsSync(file)) {
    const isGuildhall = readState(directory).state !== 'none' || existsSync(join(directory, CONTROL))
    if (isGuildhall) throw damageError(directory, 'PG_VERSION is missing')
    throw new UnusableDirectory(
      `${directory} contains files that are not a database of Guildhall. Set another DATA_DIR, or move them away.`,
    )
  }
  const found = readFileSync(file, 'utf8').trim()
  if (found === VERSION) return
  if (!/^\d+(\.\d+)?$/.test(found)) throw damageError(directory, 'PG_VERSION is not a version')
  throw new UnusableDirectory(
    `${directory} was created by PostgreSQL ${found}, and this Guildhall includes ${VERSION}. Start the version of Guildhall that created it, or set another DATA_DIR.`,
  )
}

function checkControl(directory: string): boolean {
  const file = join(directory, CONTROL)
  if (!existsSync(file)) throw damageError(directory, `${CONTROL} is missing`)
  const control = readFileSync(file)
  if (control.length !== CONTROL_BYTES || control.readUInt32LE(LAYOUT_AT) !== LAYOUT)
    throw damageError(directory, `${CONTROL} is incomplete`)
  return control.readUInt32LE(STATE_AT) === SHUT_DOWN
}

/** The error for a damaged `directory`, with what is damaged and what to do about it. */
export function damageError(directory: string, what: string, cause?: unknown): UnusableDirectory {
  return new UnusableDirectory(`The database in ${directory} is damaged: ${what}. Restore a backup of the directory.`, {
    cause,
  })
}

function copyError(directory: string): UnusableDirectory {
  const file = stateFile(directory)
  return new UnusableDirectory(
    [
      `${directory} is a copy of a database that was in use while it was copied: it may be inconsistent. Nothing was changed.`,
      'Stop the server before you copy. If there is no better copy, or the directory was moved after its server was killed,',
      `write the word accept into ${file} and start again: the server then reads every page and opens the database if none is damaged;`,
      'data that was written during the copy may be missing.',
    ].join('\n'),
  )
}
