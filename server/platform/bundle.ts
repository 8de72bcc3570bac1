// The bundled server: `dist/server/<signature>`, a few scripts in place of nearly two thousand modules, which node finds, reads and links one
// by one: a third of a start. guildhall.js imports this file before anything else, so it imports nothing of ours.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'

const FOLDERS = ['server', 'emails', 'locales']
const FILES = ['package.json', 'package-lock.json', 'scripts/bundle-server.ts']
const SOURCE = /(?<!\.test)\.ts$|\.sql$/
const NAME = /^[0-9a-f]{16}$/

/** The script of a bundle that is loaded first. It exports what server/cli.ts exports. */
export const ENTRY = 'cli.mjs'
/** The file of a bundle that a new embedded database begins with: an empty database with all migrations, packed. */
export const IMAGE = 'database.tar.gz'

/**
 * The folder of the bundle of the present sources in `root`, whether it exists or not; undefined where there are no sources, as in an image.
 * Sources are compared by their times and sizes: reading them all would take longer than the bundle saves.
 */
export function bundleFolder(root: string): string | undefined {
  if (!existsSync(`${root}/server/cli.ts`)) return undefined
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => SOURCE.test(path))
      .map((path) => `${folder}/${path}`),
  )
  const hash = createHash('sha256')
  for (const path of [...sources, ...FILES].sort()) {
    // A copy may lack a file, and an upgrade may remove one at this moment.
    const found = statSync(`${root}/${path}`, { throwIfNoEntry: false })
    hash.update(`${path} ${found?.size} ${found?.mtimeMs}\n`)
  }
  return `${root}/dist/server/${hash.digest('hex').slice(0, 16)}`
}

/**
 * The folders of all bundles in `root`, the latest first.
 */
export function bundlesIn(root: string): string[] {
  const parent = `${root}/dist/server`
  if (!existsSync(parent)) return []
  const found = readdirSync(parent).filter((name) => NAME.test(name) && existsSync(`${parent}/${name}/${ENTRY}`))
  const timed = found.map((name) => ({ folder: `${parent}/${name}`, mtimeMs: statSync(`${parent}/${name}/${ENTRY}`).mtimeMs }))
  return timed.sort((one, other) => other.mtimeMs - one.mtimeMs).map(({ folder }) => folder)
}

/**
 * The script of the bundle that stands for the present sources, or of the latest where there are none; undefined if there is none.
 */
export function bundledServer(root: string): string | undefined {
  return bundledFile(root, ENTRY)
}

/** The image of a new embedded database in the same bundle; undefined if there is none. */
export function bundledDatabase(root: string): string | undefined {
  return bundledFile(root, IMAGE)
}

function bundledFile(root: string, name: string): string | undefined {
  const folder = bundleFolder(root) ?? bundlesIn(root)[0]
  return folder && existsSync(`${folder}/${name}`) ? `${folder}/${name}` : undefined
}
