// Writing files of the disk so that a crash leaves either the whole file or none.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where the parts of unfinished uploads lie. */
export const uploadsOf = (directory: string): string => join(directory, 'uploads')

/** The file of a part: its number and the SHA-256 of its content in hex, which is its ETag. */
export const partName = (number: number, digest: string): string => `${number}.${digest}`

/** Attempts to close an upload while a client sends a part of it. */
const ATTEMPTS = 5

/**
 * Deletes the parts of an upload, and closes it for good: an empty file takes the place of their folder, so that an address that has not
 * expired yet takes no further part.
 */
export async function closeUpload(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  for (let attempt = 1; ; attempt += 1) {
    await rm(folder, { recursive: true, force: true })
    try {
      return await writeFile(folder, '', { mode: 0o600 })
    } catch (error) {
      // A part that arrived meanwhile has created the folder again.
      if (!hasCode(error, 'EISDIR') || attempt === ATTEMPTS) throw error
    }
  }
}

/** Whether the error of writing into the folder of an upload says that the upload is closed. */
export function isClosed(error: unknown): boolean {
  return isAbsent(error) || hasCode(error, 'EEXIST')
}

/** Writes a file under another name, makes it durable, and then gives it its name. */
export async function writeSafely(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const newPath = `${path}.${randomUUID()}.new`
  try {
    const file = await open(newPath, 'wx', 0o600)
    try {
      await write(file)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(newPath, path)
  } catch (error) {
    await rm(newPath, { force: true })
    throw error
  }
}

/** Appends the content of another file. */
export async function appendFile(file: FileHandle, path: string): Promise<void> {
  for await (const piece of createReadStream(path)) await file.write(piece as Buffer)
}

/** Whether the error says that a file does not exist. */
export function isAbsent(error: unknown): boolean {
  return hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code
}

/** Deletes what lies in a folder and was changed before this time. */
export async function deleteOlder(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(unlessAbsent([]))) {
    const path = join(folder, name)
    const found = await stat(path).catch(unlessAbsent(undefined))
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true })
  }
}

/** Turns the error that a file does not exist into this value. */
export function unlessAbsent<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (isAbsent(error)) return value
    throw error
  }
}
