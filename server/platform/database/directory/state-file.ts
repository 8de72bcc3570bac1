import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { syncDirectory } from './free-space.ts'

/** Where a directory says whether it is in use or at rest. */
const FILE = 'guildhall.json'
/** What a person writes into the mark to have a copy opened all the same. */
const ACCEPTED = 'accept'

/** Bytes of each file, by its path in the directory, and its CRC-32 where it was taken. */
const inventoryShape = z.record(z.string(), z.tuple([z.int(), z.int().nullable()]))
const stateShape = z.discriminatedUnion('state', [
  z.object({ state: z.literal('in-use'), inode: z.string(), born: z.string(), files: inventoryShape }),
  z.object({ state: z.literal('at-rest'), files: inventoryShape }),
])

/** What lies in a directory. */
export type Inventory = Readonly<z.infer<typeof inventoryShape>>

/**
 * What a directory says of itself: `in-use`, with what makes this very file different from a copy of it and the files there
 * were when the use began; `at-rest`, with the files as they must be; or that a person accepts whatever it is.
 */
export type DirectoryState = z.infer<typeof stateShape> | { readonly state: typeof ACCEPTED }

/** Where the mark of `directory` is. */
export function stateFile(directory: string): string {
  return join(directory, FILE)
}

/** The mark of `directory`; `none` where there is none, `unreadable` where it says nothing that is understood. */
export function readState(directory: string): DirectoryState | { readonly state: 'none' } | { readonly state: 'unreadable' } {
  let text: string
  try {
    text = readFileSync(stateFile(directory), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { state: 'none' }
    throw error
  }
  if (text.trim() === ACCEPTED) return { state: ACCEPTED }
  try {
    return stateShape.parse(JSON.parse(text))
  } catch {
    return { state: 'unreadable' }
  }
}

/** Marks `directory` as in use from now on, in a new file that knows itself. */
export function writeInUse(directory: string, files: Inventory): void {
  const own = `${stateFile(directory)}.new`
  writeFileSync(own, '', { mode: 0o600 })
  const { inode, born } = identityOf(own)
  replaceWith(directory, own, { state: 'in-use', inode, born, files })
  // Where the time of birth is that of the last change instead, only the number of the file tells it from others.
  if (identityOf(stateFile(directory)).born !== born) {
    const { inode: now } = identityOf(stateFile(directory))
    writeFileSync(stateFile(directory), JSON.stringify({ state: 'in-use', inode: now, born: '', files }), { flush: true })
  }
}

/** Marks `directory` as at rest, with its files as they are now. */
export function writeAtRest(directory: string, files: Inventory): void {
  replaceWith(directory, `${stateFile(directory)}.new`, { state: 'at-rest', files })
}

/** Whether the mark was made where it lies: a copy of it is another file. `linked` when it has a second name elsewhere. */
export function originOf(directory: string, mark: Extract<DirectoryState, { state: 'in-use' }>): 'here' | 'elsewhere' | 'linked' {
  const { inode, born, links } = identityOf(stateFile(directory))
  if (links > 1n) return 'linked'
  return inode === mark.inode && (mark.born === '' || mark.born === born) ? 'here' : 'elsewhere'
}

function identityOf(file: string): { inode: string; born: string; links: bigint } {
  const { ino, birthtimeNs, nlink } = statSync(file, { bigint: true })
  return { inode: String(ino), born: String(birthtimeNs), links: nlink }
}

function replaceWith(directory: string, own: string, mark: DirectoryState): void {
  const handle = openSync(own, 'w', 0o600)
  try {
    writeFileSync(handle, JSON.stringify(mark))
    fsyncSync(handle)
  } catch (error) {
    rmSync(own, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
  renameSync(own, stateFile(directory))
  syncDirectory(directory)
}
