import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { assert } from '#kernel/assert.ts'
import { etagOf } from '../answer/send.ts'
import { type PageSource, pageLanguages } from './source.ts'

/** Serves pages from their sources in `root` (the working copy) through Vite, with hot reloading on the server's own port. */
export function vitePages(root: string): PageSource {
  let vite: ViteDevServer | undefined
  return {
    languages: pageLanguages,
    page: async (entry, language) => {
      assert(vite, 'Vite is used before it is attached')
      const source = await readFile(join(root, 'web', `${entry}.html`), 'utf8')
      // URLs relative to the file would resolve against the path of the page.
      const absolute = source.replace(/\b(src|href)="\.\//g, '$1="/').replace('<html lang="en">', `<html lang="${language}">`)
      const html = await vite.transformIndexHtml(`/${entry}.html`, absolute)
      return { html, hasNonce: true, scriptHashes: [], compressed: {} }
    },
    asset: () => undefined,
    embedScript: async () => {
      const { transformWithOxc } = await import('vite')
      const path = join(root, 'client/embed.ts')
      const body = Buffer.from((await transformWithOxc(await readFile(path, 'utf8'), path)).code)
      return { contentType: 'text/javascript; charset=utf-8', body, compressed: {}, etag: etagOf(body) }
    },
    middleware: (request, response, otherwise) => {
      if (vite) vite.middlewares(request, response, otherwise)
      else otherwise()
    },
    attach: async (server) => {
      const { createServer } = await import('vite')
      vite = await createServer({
        configFile: join(root, 'vite.config.ts'),
        // Loaded without bundling: a bundled copy of the config would look like a change to a file watcher of the server.
        configLoader: 'native',
        server: { middlewareMode: true, hmr: { server } },
        clearScreen: false,
      })
    },
    close: async () => vite?.close(),
  }
}
