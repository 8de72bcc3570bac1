// `node scripts/postgres.ts` starts a PostgreSQL server to throw away and prints its address; Ctrl-C ends it and removes its data.
// `node scripts/postgres.ts npm test` runs the command with DATABASE_URL set to it, then ends it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from '#test/support/postgres.ts'

const server = await startPostgres()
const [command, ...args] = process.argv.slice(2)
const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
if (command) {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, DATABASE_URL: server.url } })
  void interrupted.then(() => child.kill('SIGTERM'))
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} else {
  console.log(`DATABASE_URL=${server.url}`)
  const awake = setInterval(() => {}, 60_000)
  await interrupted
  clearInterval(awake)
}
await server.stop()
process.exit()
