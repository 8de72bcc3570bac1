import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { offeredLanguages } from '#kernel/language/languages.ts'
import { etagOf } from '../answer/send.ts'
import type { Asset, CompressedBody, Entry, Page, PageSource } from './source.ts'

const ENTRIES: readonly Entry[] = ['app', 'auth', 'checkout', 'dev']
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g
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

/** Reads a finished build into memory: pages, and the files that a browser may request. Files of unknown type are left out. */
export async function builtPages(directory: string): Promise<PageSource> {
  const names = await readdir(directory, { recursive: true })
  const compressed = async (name: string): Promise<CompressedBody> => {
    const read = (ending: string) => (names.includes(`${name}${ending}`) ? readFile(join(directory, `${name}${ending}`)) : undefined)
    const [br, gzip] = [await read('.br'), await read('.gz')]
    return { ...(br && { br }), ...(gzip && { gzip }) }
  }
  const pages = new Map<string, Page>()
  for (const name of names.filter((each) => ENTRIES.some((entry) => each.endsWith(`/${entry}.html`)))) {
    const html = await readFile(join(directory, name), 'utf8')
    const hasNonce = html.includes(`"${NONCE}"`)
    pages.set(name, { html, hasNonce, scriptHashes: scriptHashesOf(html), compressed: hasNonce ? {} : await compressed(name) })
  }
  const assets = new Map<string, Asset>()
  for (const path of names.filter((each) => each.startsWith('assets/'))) {
    const contentType = TYPES[extname(path)]
    if (!contentType) continue
    const body = await readFile(join(directory, path))
    assets.set(path.slice('assets/'.length), { contentType, body, compressed: await compressed(path), etag: etagOf(body) })
  }
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
