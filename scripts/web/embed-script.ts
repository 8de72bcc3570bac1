import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { minify, type Plugin, transformWithOxc } from 'vite'

const SOURCE = fileURLToPath(new URL('../../client/embed.ts', import.meta.url))

/** Writes `embed.js`, which any page may load: `client/embed.ts` as a module of its own, which imports nothing. */
export function embedScript(): Plugin {
  return {
    name: 'guildhall:embed-script',
    apply: 'build',
    async generateBundle() {
      const { code } = await transformWithOxc(await readFile(SOURCE, 'utf8'), SOURCE)
      this.emitFile({ type: 'asset', fileName: 'embed.js', source: (await minify('embed.js', code, { module: true })).code })
    },
  }
}
