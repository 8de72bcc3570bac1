import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { exits, type Verb } from './verb.ts'

const ENTRY = fileURLToPath(new URL('../../guildhall.js', import.meta.url))

export const verb: Verb = {
  summary: 'Starts Guildhall for development: server, worker and web app on one port, reloaded on change.',
  details: ['The web app is served from its sources. On a change the server closes its database before it restarts.'],
  run: async ({ isJson }) => {
    const watching = ['--watch', '--watch-preserve-output', ENTRY, 'start', '--development', ...(isJson ? ['--json'] : [])]
    const child = spawn(process.execPath, watching, { stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    return isStopSignal(code, signal) ? exits.ok : (code ?? exits.failed)
  },
}

// Killed by a signal, or by a shell that reports a signal as 128 plus its number.
function isStopSignal(code: number | null, signal: string | null): boolean {
  return signal === 'SIGTERM' || signal === 'SIGINT' || code === 130 || code === 143
}
