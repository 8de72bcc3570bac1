// `node scripts/postgres.ts` starts a temporary PostgreSQL server and prints its URL; Ctrl-C ends it and removes its data.
// `node scripts/postgres.ts npm test` runs the command with DATABASE_URL set, then ends the server.
import { once } from 'node:events'
import { startPostgres } from '#test/support/postgres.ts'
import { runInTerminal } from './steps/suite-steps.ts'

const server = await startPostgres()
const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
const [command, ...args] = process.argv.slice(2)
if (command) {
  const ended = runInTerminal(command, args, { DATABASE_URL: server.url })
  process.exitCode = await Promise.race([ended.then(({ code }) => code), interrupted.then(() => 130)])
} else {
  console.log(`DATABASE_URL=${server.url}`)
  const awake = setInterval(() => {}, 60_000)
  await interrupted
  clearInterval(awake)
}
await server.stop()
process.exit()
