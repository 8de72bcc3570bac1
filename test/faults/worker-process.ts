// A worker process with one kind of job: each run inserts a row, waits a moment, and inserts its result.
// node test/faults/worker-process.ts <url of the database> <number of jobs to enqueue first, or 0>
import { sql } from 'kysely'
import { z } from 'zod'
import { assemblePlatform } from '#platform/assemble.ts'
import type { Bindings } from '#platform/bindings.ts'
import { readSettings } from '#platform/config.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { job } from '#platform/worker/job.ts'
import { createWorker } from '#platform/worker/worker.ts'

const LEASE_SECONDS = 3
const WORK_SECONDS = 0.02

const [url = '', jobCount = '0'] = process.argv.slice(2)
const settings = readSettings({ DATABASE_URL: url, AUTH_SECRET: 'a secret that only tests know, 32 and more', LOG_LEVEL: 'warn' })
const platform = await assemblePlatform(settings, { bindings: {} as Bindings })

const record = job({
  kind: 'tests:record',
  payload: z.object({ number: z.int() }),
  leaseSeconds: LEASE_SECONDS,
  run: async ({ number }, { database }, { attempt, now }) => {
    await sql`insert into runs (number, pid, attempt, at) values (${number}, ${process.pid}, ${attempt}, ${now})`.execute(database.db)
    await database.transaction(async (tx) => {
      await sql`select pg_sleep(${WORK_SECONDS})`.execute(tx)
      await sql`insert into results (number) values (${number}) on conflict (number) do update set times = results.times + 1`.execute(tx)
    })
  },
})

if (Number(jobCount)) {
  await platform.database.transaction(async (tx) => {
    for (let number = 1; number <= Number(jobCount); number += 1) await enqueue(tx, platform, record, { number })
  })
}
const worker = createWorker({ platform, jobs: [record], listeners: [] })
await worker.start()
process.stdout.write('working\n')
process.once('SIGTERM', async () => {
  await worker.stop()
  await platform.close()
})
