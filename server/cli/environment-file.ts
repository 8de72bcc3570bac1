import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const NAME = '.env'
let loaded: string | undefined

/**
 * Reads the file `.env` of the working directory into the environment, if there is one. Variables of the real environment win. A file that
 * cannot be parsed or read throws.
 */
export function loadEnvironmentFile(): void {
  const path = resolve(NAME)
  if (!existsSync(path)) return
  process.loadEnvFile(path)
  loaded = path
}

/** The path of the file that was read; undefined if there was none. */
export function environmentFile(): string | undefined {
  return loaded
}
