// Two workers on one PostgreSQL server; one of them is killed while it runs jobs.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guildhall } from '#test/support/guildhall.ts'
import { startPostgres, type TemporaryPostgres } from '#test/support/postgres.ts'
import { queryServer } from './database-checks.ts'

const JOBS = 2000
/** By then the leases of the killed worker have expired, and its jobs have run again. */
const DONE_WITHIN_MS = 45_000

let postgres: TemporaryPostgres
const workers: ChildProcess[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  const migrated = await guildhall(['migrate'], { DATABASE_URL: postgres.url })
  expect(migrated.code, migrated.err).toBe(0)
  await queryServer(postgres.url, 'create table runs (number integer, pid integer, attempt integer, at timestamptz)')
  await queryServer(postgres.url, 'create table results (number integer primary key, times integer not null default 1)')
})
afterAll(async () => {
  for (const each of workers) each.kill('SIGKILL')
  await postgres?.stop()
})

async function worker(jobs: number): Promise<ChildProcess & { readonly pid: number }> {
  const child = spawn(process.execPath, ['test/faults/worker-process.ts', postgres.url, String(jobs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  workers.push(child)
  await once(child.stdout, 'data')
  return child as ChildProcess & { readonly pid: number }
}

const queryValue = async (text: string, values: readonly unknown[] = []) =>
  Object.values((await queryServer(postgres.url, text, values))[0])[0]

test(`each of ${JOBS} jobs completes although one of two workers is killed in the middle and its leases expire`, async () => {
  const [killed, other] = [await worker(JOBS), await worker(0)]
  const runsOf = ({ pid }: { pid: number }) => queryValue('select count(*)::int from runs where pid = $1', [pid])
  await expect.poll(() => runsOf(killed), { timeout: 20_000, interval: 20 }).toBeGreaterThan(200)
  await expect.poll(() => runsOf(other), { timeout: 20_000, interval: 20 }).toBeGreaterThan(50)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  // The jobs that it leased wait until the leases expire.
  expect(await queryValue('select count(*)::int from jobs where attempts > 0')).toBeGreaterThan(0)

  await expect
    .poll(() => queryValue(`select count(*)::int from jobs where kind = 'tests:record'`), { timeout: DONE_WITHIN_MS, interval: 200 })
    .toBe(0)
  expect(await queryValue('select count(*)::int from results')).toBe(JOBS)
  // Only a job that the killed worker had started runs a second time, and leaves at most a second result; the other worker runs it.
  const rerun = await queryServer(
    postgres.url,
    'select number, array_agg(pid order by at) as pids from runs group by number having count(*) > 1',
  )
  expect(rerun.length).toBeGreaterThan(0)
  expect(rerun.filter(({ pids }) => pids.join() !== [killed.pid, other.pid].join())).toEqual([])
  const results = await queryServer(postgres.url, 'select number from results where times > 1')
  expect(results.filter(({ number }) => !rerun.some((each) => each.number === number))).toEqual([])
  expect(await queryValue('select max(attempt)::int from runs')).toBe(2)

  const ended = once(other, 'exit')
  other.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
