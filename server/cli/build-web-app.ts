import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { environmentWith } from '#platform/config.ts'
import { currentBuild, type WebBuild } from '#platform/http/pages/web-build.ts'
import { startProgress } from './progress.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const VITE = `${ROOT}node_modules/vite/bin/vite.js`

/** A build whose sources were changed meanwhile is made once more. */
const BUILDS_MAX = 2

/** The build of the present sources; it is made now if there is none. */
export async function buildWebApp(print: (line: string) => void): Promise<WebBuild> {
  for (let builds = 0; ; builds += 1) {
    const current = currentBuild(ROOT)
    if (current) return current
    if (builds === BUILDS_MAX) throw new Error('The web app could not be built: its sources change while they are read.')
    print('Building the web app. This happens after each upgrade and takes a few seconds.')
    await build()
  }
}

// In a separate process, whose memory is released afterwards.
async function build(): Promise<void> {
  const progress = startProgress('Building the web app')
  const child = spawn(process.execPath, [VITE, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    env: environmentWith({ NODE_ENV: 'production' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part.toString()))
  const [code] = (await once(child, 'close').finally(progress.end)) as [number | null]
  if (code !== 0) throw new Error(`The web app could not be built:\n${output.join('').trim()}`)
}
