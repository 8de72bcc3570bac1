// Writing files of the disk so that a crash leaves either the whole file or none.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where the parts of unfinished uploads lie. */
export const uploadsOf = (directory: string): string => join(directory, 'uploads')

/** The file of a part: its number and the SHA-256 of its content in hex, which is its ETag. */
export const partName = (number: number, digest: string): string => `${number}.${digest}`

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
  return typeof error === 'object' && error !== null && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
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
