import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SECRET_BYTES = 48

/** A new value for AUTH_SECRET: 64 characters. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/**
 * The secret in `directory`/secret (readable by its owner only), created on the first call. Several processes that start at once get
 * the same one.
 */
export function storedSecret(directory: string): string {
  const file = join(directory, 'secret')
  const known = readSecret(file)
  if (known) return known
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const newFile = `${file}.${process.pid}`
  try {
    writeFileSync(newFile, `${newSecret()}\n`, { mode: 0o600, flush: true })
    // A link is created atomically and never replaces an existing file.
    linkSync(newFile, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new Error(`The disk of ${directory} is full: free some space, then start again.`, { cause: error })
    if (code !== 'EEXIST') throw error
  } finally {
    rmSync(newFile, { force: true })
  }
  return readSecret(file) ?? storedSecret(directory)
}

function readSecret(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (text.length < 32)
      throw new Error(`${file} contains no usable secret. Restore it, or delete it to get a new one, which signs out every user.`)
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
