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
    // From a terminal the child gets the signal as well; passing it on once more would end it at once.
    process.on('SIGINT', () => undefined)
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    return code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? exits.well : exits.failed)
  },
}
