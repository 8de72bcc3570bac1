import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SECRET_BYTES = 48

/** A new value for AUTH_SECRET: 64 characters. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/**
 * The secret that is kept in `directory`/secret (readable by its owner alone), made on the first call. Several processes that
 * start at once get the same one.
 */
export function keptSecret(directory: string): string {
  const file = join(directory, 'secret')
  const known = readKept(file)
  if (known) return known
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const own = `${file}.${process.pid}`
  try {
    writeFileSync(own, `${newSecret()}\n`, { mode: 0o600, flush: true })
    // A link appears whole or not at all, and never in the place of another.
    linkSync(own, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new Error(`The disk of ${directory} is full: make room, then start again.`, { cause: error })
    if (code !== 'EEXIST') throw error
  } finally {
    rmSync(own, { force: true })
  }
  return readKept(file) ?? keptSecret(directory)
}

function readKept(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (text.length < 32)
      throw new Error(`${file} holds no usable secret. Restore it, or delete it to get a new one: everybody is then signed out.`)
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
