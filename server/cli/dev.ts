import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { exits, type Verb } from './verb.ts'

const ENTRY = fileURLToPath(new URL('../../guildhall.js', import.meta.url))

export const verb: Verb = {
  summary: 'Starts Guildhall for development: server, worker and web app on one port, everything reloads on change.',
  details: ['The web app is served from its sources. The server waits for its database to close before it starts anew.'],
  run: async ({ isJson }) => {
    const watching = ['--watch', '--watch-preserve-output', ENTRY, 'start', '--development', ...(isJson ? ['--json'] : [])]
    const child = spawn(process.execPath, watching, { stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    return isAsked(code, signal) ? exits.well : (code ?? exits.failed)
  },
}

// Ended by a signal, or by the shell's way to say so.
function isAsked(code: number | null, signal: string | null): boolean {
  return signal === 'SIGTERM' || signal === 'SIGINT' || code === 130 || code === 143
}
