import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bundledServer, bundleFolder } from '#platform/bundle.ts'
import { environmentWith } from '#platform/config.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')

/**
 * Bundles the server for its next starts, if there are sources and no bundle of them. This process goes on from the sources. A bundle that
 * cannot be written, as in a read-only folder, is reported and otherwise ignored.
 */
export async function bundleServer(print: (line: string) => void): Promise<void> {
  if (bundleFolder(ROOT) === undefined || bundledServer(ROOT) !== undefined) return
  const child = spawn(process.execPath, [`${ROOT}/scripts/bundle-server.ts`], {
    cwd: ROOT,
    env: environmentWith({}),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) print(`The server could not be bundled, so it starts more slowly: ${errors.trim().split('\n').at(-1) ?? ''}`)
}
