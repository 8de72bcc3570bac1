import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { environmentWith } from '#platform/config.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const MANIFEST = `${ROOT}dist/en/manifest.json`
const VITE = `${ROOT}node_modules/vite/bin/vite.js`

/** Builds the web app if it was not built yet, in a separate process whose memory is released afterwards. */
export async function buildWebApp(print: (line: string) => void): Promise<void> {
  if (existsSync(MANIFEST)) return
  print('Building the web app. This happens once and takes a few seconds.')
  const child = spawn(process.execPath, [VITE, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    env: environmentWith({ NODE_ENV: 'production' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0 || !existsSync(MANIFEST)) throw new Error(`The web app could not be built:\n${output.join('').trim()}`)
}
