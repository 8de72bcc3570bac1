// The builds of the web app: `dist/<id>`, where the id is a hash of everything that a build depends on. A build appears under its id
// complete or not at all, and is never changed afterwards. vite.config.ts imports this file too, so it imports nothing of ours.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDERS = ['web', 'client', 'locales', 'server/kernel', 'scripts/web']
const FILES = ['vite.config.ts', 'package.json', 'package-lock.json']
/** Compiled output, packages of a folder of its own, and types, of which nothing is left in a script. */
const NOT_SOURCES = /(^|\/)(dist|node_modules)\/|^client\/wire\.ts$/
const TEST = /\.test\.tsx?$/
const ID = /^[0-9a-f]{16}$/
/** The bundled server is beside the builds. */
const SERVER = 'server'
/** The file that makes a folder a build; it is written last. */
const MANIFEST = 'build.json'
/** Builds that stay beside the present one: pages that a browser still has open load their scripts from them. */
const OLDER_BUILDS = 2
/** A build that takes longer was interrupted; its folder is removed. */
const BUILD_MAX_MS = 3_600_000

/** A complete build. */
export interface WebBuild {
  readonly id: string
  /** The version of the program that it was built from, as in `package.json`. */
  readonly version: string
  /** Its folder, below `<root>/dist`. */
  readonly folder: string
}

/** The id of the build of the sources in `root`; undefined where there are none, as in an image, which contains one finished build. */
export function sourcesId(root: string): string | undefined {
  if (!existsSync(join(root, 'web'))) return undefined
  return hashOf(root, { folders: FOLDERS, files: FILES })
}

/** The sources of something that is built: folders with all that is below them but tests and built files, and single files. */
export interface Sources {
  readonly folders: readonly string[]
  readonly files: readonly string[]
}

/** A hash of sources below `root`, of 16 hexadecimal digits. What does not exist counts as empty. */
export function hashOf(root: string, sources: Sources): string {
  const paths = sources.folders.flatMap((folder) => filesIn(root, folder))
  const found = paths.concat(sources.files.filter((file) => existsSync(join(root, file))))
  const files = found.filter((path) => !TEST.test(path) && !NOT_SOURCES.test(path)).sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const body = readFileSync(join(root, file))
    hash.update(`${file}\0${body.length}\0`).update(body)
  }
  return hash.digest('hex').slice(0, 16)
}

function filesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`)
  return paths.filter((path) => statSync(join(root, path)).isFile())
}

/** The complete builds in `root`, the latest first. */
export function webBuilds(root: string): WebBuild[] {
  const dist = join(root, 'dist')
  if (!existsSync(dist)) return []
  const ids = readdirSync(dist).filter((name) => ID.test(name))
  const builds = ids.flatMap((id) => buildIn(join(dist, id), id) ?? [])
  return builds.sort((a, b) => b.builtMs - a.builtMs).map(({ builtMs: _, ...build }) => build)
}

function buildIn(folder: string, id: string): (WebBuild & { readonly builtMs: number }) | undefined {
  const file = join(folder, MANIFEST)
  try {
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }
    return { id, version, folder, builtMs: statSync(file).mtimeMs }
  } catch (error) {
    // Another process may be removing an old build at this moment.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The build of the present sources, or the latest one where there are no sources; undefined if it was not built yet. */
export function currentBuild(root: string): WebBuild | undefined {
  const id = sourcesId(root)
  return webBuilds(root).find((build) => id === undefined || build.id === id)
}

/** A folder for the build with this id, for this process alone; `publishBuild` gives it its name. */
export function buildingFolder(root: string, id: string): string {
  return join(root, 'dist', `.${id}-${process.pid}`)
}

/**
 * Makes the finished build in `folder` the one with this id, in one rename, and removes builds that no page needs any more. If another
 * process was faster, its build stays.
 */
export async function publishBuild(root: string, { id, folder }: { readonly id: string; readonly folder: string }): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, MANIFEST), `${JSON.stringify({ id, version })}\n`)
  try {
    await rename(folder, join(root, 'dist', id))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
    await rm(folder, { recursive: true })
  }
  await removeOldBuilds(root, id)
}

async function removeOldBuilds(root: string, id: string): Promise<void> {
  const older = webBuilds(root).filter((build) => build.id !== id)
  const retained = new Set([id, ...older.slice(0, OLDER_BUILDS).map((build) => build.id)])
  const dist = join(root, 'dist')
  const oldestMs = statSync(join(dist, id)).mtimeMs - BUILD_MAX_MS
  for (const name of readdirSync(dist).filter((each) => each !== SERVER)) {
    const isUnfinished = name.startsWith('.') && (statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) > oldestMs
    if (!retained.has(name) && !isUnfinished) await rm(join(dist, name), { recursive: true, force: true })
  }
}
