import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { offeredLanguages } from '#kernel/language/languages.ts'
import { etagOf } from '../answer/send.ts'
import type { Asset, CompressedBody, Entry, Page, PageSource } from './source.ts'
import { currentBuild, webBuilds } from './web-build.ts'

const ENTRIES: readonly Entry[] = ['app', 'auth', 'checkout', 'dev']
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g
const ASSETS = 'assets/'
/** The placeholder of the nonce in a page. */
export const NONCE = 'NONCE'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
}

/** The hashes of a page's inline scripts, as a content security policy names them. */
export function scriptHashesOf(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}

/** The pages of the build of the present sources in `root`, with the files of older builds. Rejects if the web app was not built. */
export async function currentPages(root: string): Promise<PageSource> {
  const current = currentBuild(root)
  if (!current) throw new Error('The web app is not built. Run npm run build.')
  const older = webBuilds(root).filter(({ id }) => id !== current.id)
  return builtPages(
    current.folder,
    older.map(({ folder }) => folder),
  )
}

/**
 * Reads a finished build into memory: pages, and the files that a browser may request. Files of unknown type are left out. Of `older`
 * builds only the files are read: a page that was open before an upgrade still loads its scripts.
 */
export async function builtPages(directory: string, older: readonly string[] = []): Promise<PageSource> {
  const names = await readdir(directory, { recursive: true })
  const pages = new Map<string, Page>()
  for (const name of names.filter((each) => ENTRIES.some((entry) => each.endsWith(`/${entry}.html`)))) {
    const html = await readFile(join(directory, name), 'utf8')
    const hasNonce = html.includes(`"${NONCE}"`)
    const compressed = hasNonce ? {} : await compressedForms(directory, name, names)
    pages.set(name, { html, hasNonce, scriptHashes: scriptHashesOf(html), compressed })
  }
  const assets = new Map<string, Asset>()
  await addAssets(assets, directory, names)
  // Another process may be removing an old build at this moment.
  for (const folder of older)
    await readdir(folder, { recursive: true })
      .then((each) => addAssets(assets, folder, each))
      .catch(ignoreMissing)
  const [first] = offeredLanguages
  const built = new Set([...pages.keys()].map(dirname))
  return {
    languages: [first, ...[...built].filter((language) => language !== first)],
    page: async (entry, language) => pages.get(`${language}/${entry}.html`),
    asset: (name) => assets.get(name),
    attach: async () => undefined,
    close: async () => undefined,
  }
}

async function addAssets(assets: Map<string, Asset>, folder: string, names: readonly string[]): Promise<void> {
  for (const path of names.filter((each) => each.startsWith(ASSETS))) {
    const [name, contentType] = [path.slice(ASSETS.length), TYPES[extname(path)]]
    if (!contentType || assets.has(name)) continue
    const body = await readFile(join(folder, path))
    assets.set(name, { contentType, body, compressed: await compressedForms(folder, path, names), etag: etagOf(body) })
  }
}

async function compressedForms(folder: string, name: string, names: readonly string[]): Promise<CompressedBody> {
  const read = (ending: string) => (names.includes(`${name}${ending}`) ? readFile(join(folder, `${name}${ending}`)) : undefined)
  const [br, gzip] = [await read('.br'), await read('.gz')]
  return { ...(br && { br }), ...(gzip && { gzip }) }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
