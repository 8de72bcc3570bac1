import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { damageOfLog, differenceFrom, shrunkSince, takeInventory } from './inventory.ts'
import { type Inventory, originOf, readState, stateFile } from './state-file.ts'

const VERSION = '18'
const CONTROL = 'global/pg_control'
const CONTROL_BYTES = 8192
/** Where pg_control keeps the number of its layout and the state of the database, and what they are after a clean end. */
const LAYOUT_AT = 8
const LAYOUT = 1800
const STATE_AT = 16
const SHUT_DOWN = 1

/** What is in a directory cannot be opened without risking what it holds; a sentence for the person who tried. */
export class DirectoryUnfit extends Error {
  override readonly name = 'DirectoryUnfit'
}

/**
 * What a directory is: `new` is to be made, `rested` was closed, `ended` was left in the middle and every page is to be read.
 * `begun` is what it held when its use began, `shrunk` the files of that which are shorter now or gone.
 */
export type Condition =
  | { readonly is: 'new' | 'rested' }
  | { readonly is: 'ended'; readonly begun: Inventory; readonly shrunk: readonly string[] }

const UNKNOWN: Condition = { is: 'ended', begun: {}, shrunk: [] }

/** The file beside a directory that says that it is being made: nothing was acknowledged in it yet. */
export function makingFile(directory: string): string {
  return `${directory}.making`
}

/** Looks at `directory` before anything opens it. Throws `DirectoryUnfit` for a copy, for damage, and for what is not ours. */
export function examineDirectory(directory: string): Condition {
  if (existsSync(makingFile(directory))) rmSync(directory, { recursive: true, force: true })
  if (!existsSync(directory) || readdirSync(directory).length === 0) return { is: 'new' }
  checkVersion(directory)
  const isShutDown = checkControl(directory)
  const mark = readState(directory)
  if (mark.state === 'unreadable') throw damaged(directory, `${stateFile(directory)} cannot be read`)
  if (mark.state === 'accept') return UNKNOWN
  if (mark.state === 'none') {
    if (isShutDown) return UNKNOWN
    throw copied(directory)
  }
  if (mark.state === 'at-rest') {
    const difference = isShutDown ? differenceFrom(directory, mark.files) : `${CONTROL} is of another time`
    if (difference) throw damaged(directory, difference)
    return { is: 'rested' }
  }
  const origin = originOf(directory, mark)
  if (origin === 'linked')
    throw new DirectoryUnfit(
      `${directory} shares its files with another directory (by hard links): two servers on them would destroy the database. Copy the files themselves.`,
    )
  if (origin === 'elsewhere') throw copied(directory)
  const present = takeInventory(directory, true)
  const damage = damageOfLog(present)
  if (damage) throw damaged(directory, damage)
  return { is: 'ended', begun: mark.files, shrunk: shrunkSince(mark.files, present) }
}

function checkVersion(directory: string): void {
  const file = join(directory, 'PG_VERSION')
  if (!existsSync(file)) {
    const isOurs = readState(directory).state !== 'none' || existsSync(join(directory, CONTROL))
    if (isOurs) throw damaged(directory, 'PG_VERSION is missing')
    throw new DirectoryUnfit(`${directory} holds files that are no database of Guildhall. Set another DATA_DIR, or move them away.`)
  }
  const found = readFileSync(file, 'utf8').trim()
  if (found === VERSION) return
  if (!/^\d+(\.\d+)?$/.test(found)) throw damaged(directory, 'PG_VERSION says nothing')
  throw new DirectoryUnfit(
    `${directory} was made by PostgreSQL ${found}, and this Guildhall brings ${VERSION}. Start the version of Guildhall that made it, or set another DATA_DIR.`,
  )
}

function checkControl(directory: string): boolean {
  const file = join(directory, CONTROL)
  if (!existsSync(file)) throw damaged(directory, `${CONTROL} is missing`)
  const control = readFileSync(file)
  if (control.length !== CONTROL_BYTES || control.readUInt32LE(LAYOUT_AT) !== LAYOUT) throw damaged(directory, `${CONTROL} is not whole`)
  return control.readUInt32LE(STATE_AT) === SHUT_DOWN
}

/** Says what is damaged in `directory` and what to do about it. */
export function damaged(directory: string, what: string, cause?: unknown): DirectoryUnfit {
  return new DirectoryUnfit(`The database in ${directory} is damaged: ${what}. Restore a backup of the directory.`, {
    cause,
  })
}

function copied(directory: string): DirectoryUnfit {
  const file = stateFile(directory)
  return new DirectoryUnfit(
    [
      `${directory} is a copy of a database that was in use while it was copied: it may be torn. Nothing was changed.`,
      'Stop the server first, then copy. If there is no better copy, or the directory was moved after its server had been killed,',
      `write the word accept into ${file} and start again: every page is then read, and it is opened if none is damaged;`,
      'what was written while it was copied may be missing.',
    ].join('\n'),
  )
}
