import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { syncDirectory } from './free-space.ts'

/** The file in a directory that says whether it is in use or at rest. */
const FILE = 'guildhall.json'
/** The word that an operator writes into the state file to open a copy nevertheless. */
const ACCEPTED = 'accept'

/** The bytes of each file by its path in the directory, and its CRC-32 if it was computed. */
const inventoryShape = z.record(z.string(), z.tuple([z.int(), z.int().nullable()]))
const stateShape = z.discriminatedUnion('state', [
  z.object({ state: z.literal('in-use'), inode: z.string(), born: z.string(), files: inventoryShape }),
  z.object({ state: z.literal('at-rest'), files: inventoryShape }),
])

/** The files of a directory. */
export type Inventory = Readonly<z.infer<typeof inventoryShape>>

/**
 * The stored state of a directory: `in-use`, with the identity of this file, which a copy does not share, and the files at the start;
 * `at-rest`, with the files as they must be; or that an operator accepts it as it is.
 */
export type DirectoryState = z.infer<typeof stateShape> | { readonly state: typeof ACCEPTED }

/** The path of the state file of `directory`. */
export function stateFile(directory: string): string {
  return join(directory, FILE)
}

/** Reads the state of `directory`: `none` if the file does not exist, `unreadable` if it cannot be parsed. */
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

/** Marks `directory` as in use, in a new file that contains its own identity. */
export function writeInUse(directory: string, files: Inventory): void {
  const newFile = `${stateFile(directory)}.new`
  writeFileSync(newFile, '', { mode: 0o600 })
  const { inode, born } = identityOf(newFile)
  replaceWith(directory, newFile, { state: 'in-use', inode, born, files })
  // If the file system reports the time of the last change as time of birth, only the inode identifies the file.
  if (identityOf(stateFile(directory)).born !== born) {
    const { inode: now } = identityOf(stateFile(directory))
    writeFileSync(stateFile(directory), JSON.stringify({ state: 'in-use', inode: now, born: '', files }), { flush: true })
  }
}

/** Marks `directory` as at rest, with its current files. */
export function writeAtRest(directory: string, files: Inventory): void {
  replaceWith(directory, `${stateFile(directory)}.new`, { state: 'at-rest', files })
}

/** Whether the state file was written where it is: a copy of it is another file. `linked` if it has a second hard link. */
export function originOf(directory: string, state: Extract<DirectoryState, { state: 'in-use' }>): 'here' | 'elsewhere' | 'linked' {
  const { inode, born, links } = identityOf(stateFile(directory))
  if (links > 1n) return 'linked'
  return inode === state.inode && (state.born === '' || state.born === born) ? 'here' : 'elsewhere'
}

function identityOf(file: string): { inode: string; born: string; links: bigint } {
  const { ino, birthtimeNs, nlink } = statSync(file, { bigint: true })
  return { inode: String(ino), born: String(birthtimeNs), links: nlink }
}

function replaceWith(directory: string, newFile: string, state: DirectoryState): void {
  const handle = openSync(newFile, 'w', 0o600)
  try {
    writeFileSync(handle, JSON.stringify(state))
    fsyncSync(handle)
  } catch (error) {
    rmSync(newFile, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
  renameSync(newFile, stateFile(directory))
  syncDirectory(directory)
}
