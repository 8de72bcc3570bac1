import { readFileSync } from 'node:fs'

const MANIFEST = new URL('../../package.json', import.meta.url)

/** The program that a process runs: its files may be newer by now. */
export interface Program {
  /** The version in `package.json`. */
  readonly version: string
  /** The id of the web build that it serves; null where it serves none. */
  readonly webBuild: string | null
}

/** The version of this program, as it was when this process read it first. */
export const VERSION: string = (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly version: string }).version
