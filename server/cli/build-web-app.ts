import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { environmentWith } from '#platform/config.ts'
import { currentBuild } from '#platform/http/pages/web-build.ts'
import { startProgress } from './progress.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const VITE = `${ROOT}node_modules/vite/bin/vite.js`

/** Builds the web app unless there is a build of the present sources, in a separate process whose memory is released afterwards. */
export async function buildWebApp(print: (line: string) => void): Promise<void> {
  if (currentBuild(ROOT)) return
  print('Building the web app. This happens after each upgrade and takes a few seconds.')
  const progress = startProgress('Building the web app')
  const child = spawn(process.execPath, [VITE, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    env: environmentWith({ NODE_ENV: 'production' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part.toString()))
  const [code] = (await once(child, 'close').finally(progress.end)) as [number | null]
  if (code !== 0 || !currentBuild(ROOT)) throw new Error(`The web app could not be built:\n${output.join('').trim()}`)
}
