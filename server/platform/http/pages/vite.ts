import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { assert } from '#kernel/assert.ts'
import type { PageSource } from './source.ts'

/** Pages straight from their sources in `root` (the checkout), with changes shown as they are made, on the server's own port. */
export function vitePages(root: string): PageSource {
  let vite: ViteDevServer | undefined
  return {
    page: async (entry) => {
      assert(vite, 'Vite is asked before it is attached')
      const source = await readFile(join(root, 'web', `${entry}.html`), 'utf8')
      // Addresses relative to the file would be asked for relative to the page's path.
      const html = await vite.transformIndexHtml(`/${entry}.html`, source.replace(/\b(src|href)="\.\//g, '$1="/'))
      return { html, hasNonce: true, scriptHashes: [], compressed: {} }
    },
    asset: () => undefined,
    middleware: (request, response, otherwise) => {
      if (vite) vite.middlewares(request, response, otherwise)
      else otherwise()
    },
    attach: async (server) => {
      const { createServer } = await import('vite')
      vite = await createServer({
        configFile: join(root, 'vite.config.ts'),
        // Read as it is: a bundled copy beside the modules would look like a change to whoever watches the server's files.
        configLoader: 'native',
        server: { middlewareMode: true, hmr: { server } },
        clearScreen: false,
      })
    },
    close: async () => vite?.close(),
  }
}
