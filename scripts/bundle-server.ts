// Bundles the server: see server/platform/bundle.ts. `npm run build` calls it, and `npm start` where the sources have changed.
// node scripts/bundle-server.ts
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { bundleFolder, bundlesIn, ENTRY, IMAGE } from '../server/platform/bundle.ts'
import { createImage } from '../server/platform/database/image.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url)).replace(/\/$/, '')

/** Bundles that stay beside the present one: a server that runs from an older one still loads scripts of it. */
const OLDER_BUNDLES = 2
/** A process that took longer was interrupted. */
const BUNDLE_MAX_MS = 3_600_000
/** Packages stay where they are: several find files of their own beside them. */
const PACKAGES = /^[^.#/]/

/** A module finds its files relative to itself, wherever its code is. */
function whereItWas(code: string, id: string): string | undefined {
  if (!code.includes('import.meta.url')) return undefined
  const path = relative(`${ROOT}/dist/server/signature`, id)
  return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`)
}

/** The folders of processes that were killed while they wrote a bundle. */
function interruptedIn(parent: string): string[] {
  const unfinished = readdirSync(parent).filter((name) => name.startsWith('.'))
  // Another process may complete its bundle at this moment, which renames its folder.
  const ageMs = (path: string) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  return unfinished.map((name) => `${parent}/${name}`).filter((path) => ageMs(path) > BUNDLE_MAX_MS)
}

/** Writes the bundle under a name of this process, and gives it its own name when it is complete. */
async function bundle(folder: string): Promise<void> {
  const unfinished = `${dirname(folder)}/.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const build = await rolldown({
    input: `${ROOT}/server/cli.ts`,
    cwd: ROOT,
    platform: 'node',
    external: PACKAGES,
    plugins: [{ name: 'where-it-was', transform: whereItWas }],
  })
  await build.write({ dir: unfinished, format: 'esm', entryFileNames: ENTRY, chunkFileNames: '[name]-[hash].mjs' })
  await build.close()
  const image = await createImage()
  writeFileSync(`${unfinished}/${IMAGE}`, gzipSync(await image.arrayBuffer()))
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another process was faster: its bundle is the same.
    rmSync(unfinished, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  const old = [...bundlesIn(ROOT).slice(OLDER_BUNDLES + 1), ...interruptedIn(dirname(folder))]
  for (const each of old) rmSync(each, { recursive: true, force: true })
}

const folder = bundleFolder(ROOT)
if (folder === undefined) throw new Error('There are no sources to bundle.')
if (!existsSync(folder)) await bundle(folder)
