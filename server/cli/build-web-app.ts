import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { environmentWith } from '#platform/config.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BUILT = `${ROOT}dist/.vite/manifest.json`
const VITE = `${ROOT}node_modules/vite/bin/vite.js`

/** Builds the web app when it never was; in a process of its own, whose memory is free again afterwards. */
export async function buildWebApp(say: (line: string) => void): Promise<void> {
  if (existsSync(BUILT)) return
  say('Building the web app; this happens once and takes some seconds.')
  const child = spawn(process.execPath, [VITE, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    env: environmentWith({ NODE_ENV: 'production' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0 || !existsSync(BUILT)) throw new Error(`The web app could not be built:\n${said.join('').trim()}`)
}
