import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { DEFAULT_LANGUAGE } from '#kernel/language/languages.ts'
import { etagOf } from '../answer/send.ts'
import type { Asset, CompressedBody, Entry, Page, PageSource } from './source.ts'
import { currentBuild, type WebBuild, webBuilds } from './web-build.ts'

const ENTRIES: readonly Entry[] = ['app', 'auth', 'checkout', 'dev', 'portal']
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g
const ASSETS = 'assets/'
const EMBED_SCRIPT = 'embed.js'
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

/** The pages of the build of the present sources in `root`, with the files of older builds. Throws if the web app was not built. */
export function currentPages(root: string): PageSource {
  const current = currentBuild(root)
  if (!current) throw new Error('The web app is not built. Run npm run build.')
  return pagesOfBuild(root, current)
}

/** The pages of a build in `root`, with the files of older builds. */
export function pagesOfBuild(root: string, current: WebBuild): PageSource {
  const older = webBuilds(root).filter(({ id }) => id !== current.id)
  return builtPages(
    current.folder,
    older.map(({ folder }) => folder),
  )
}

/**
 * Reads a finished build into memory: pages, and the files that a browser may request. Files of unknown type are left out. Of `older`
 * builds only the files are read: a page that was open before an upgrade still loads its scripts. It reads synchronously: a start reads
 * thousands of small files, and nothing else can be served before.
 */
export function builtPages(directory: string, older: readonly string[] = []): PageSource {
  const names = filesIn(directory)
  const pages = new Map<string, Page>()
  for (const name of [...names].filter((each) => ENTRIES.some((entry) => each.endsWith(`/${entry}.html`)))) {
    const html = readFileSync(join(directory, name), 'utf8')
    const hasNonce = html.includes(`"${NONCE}"`)
    const compressed = hasNonce ? {} : compressedForms(directory, name, names)
    pages.set(name, { html, hasNonce, scriptHashes: scriptHashesOf(html), compressed })
  }
  const assets = new Map<string, Asset>()
  addAssets(assets, directory, names)
  for (const folder of older) addOlder(assets, folder)
  const embedScript = names.has(EMBED_SCRIPT) ? assetOf(directory, EMBED_SCRIPT, names) : undefined
  return {
    languages: (entry) => {
      const built = [...pages.keys()].filter((name) => name.endsWith(`/${entry}.html`)).map(dirname)
      return [DEFAULT_LANGUAGE, ...built.filter((language) => language !== DEFAULT_LANGUAGE)]
    },
    page: async (entry, language) => pages.get(`${language}/${entry}.html`),
    asset: (name) => assets.get(name),
    embedScript: async () => embedScript,
    attach: async () => undefined,
    close: async () => undefined,
  }
}

function filesIn(folder: string): ReadonlySet<string> {
  return new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
}

// Another process may be removing an old build at this moment.
function addOlder(assets: Map<string, Asset>, folder: string): void {
  try {
    addAssets(assets, folder, filesIn(folder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function addAssets(assets: Map<string, Asset>, folder: string, names: ReadonlySet<string>): void {
  for (const path of [...names].filter((each) => each.startsWith(ASSETS))) {
    const name = path.slice(ASSETS.length)
    const asset = assets.has(name) ? undefined : assetOf(folder, path, names)
    if (asset) assets.set(name, asset)
  }
}

function assetOf(folder: string, path: string, names: ReadonlySet<string>): Asset | undefined {
  const contentType = TYPES[extname(path)]
  if (!contentType) return undefined
  const body = readFileSync(join(folder, path))
  return { contentType, body, compressed: compressedForms(folder, path, names), etag: etagOf(body) }
}

function compressedForms(folder: string, name: string, names: ReadonlySet<string>): CompressedBody {
  const read = (ending: string) => (names.has(`${name}${ending}`) ? readFileSync(join(folder, `${name}${ending}`)) : undefined)
  const [br, gzip] = [read('.br'), read('.gz')]
  return { ...(br && { br }), ...(gzip && { gzip }) }
}
