// Two workers on one PostgreSQL, one of which is killed in the middle of its jobs.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guildhall } from '#test/support/guildhall.ts'
import { startPostgres, type ThrowAwayPostgres } from '#test/support/postgres.ts'
import { onServer } from './books.ts'

const JOBS = 2000
/** The leases of the killed one are over by then, and what it held has been run again. */
const DONE_WITHIN_MS = 45_000

let postgres: ThrowAwayPostgres
const workers: ChildProcess[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  const migrated = await guildhall(['migrate'], { DATABASE_URL: postgres.url })
  expect(migrated.code, migrated.err).toBe(0)
  await onServer(postgres.url, 'create table runs (number integer, pid integer, attempt integer, at timestamptz)')
  await onServer(postgres.url, 'create table marks (number integer primary key, times integer not null default 1)')
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

const one = async (text: string, values: readonly unknown[] = []) => Object.values((await onServer(postgres.url, text, values))[0])[0]

test(`${JOBS} jobs are each handled once, though one of two workers is killed in the middle and its leases expire`, async () => {
  const [killed, other] = [await worker(JOBS), await worker(0)]
  const runsOf = ({ pid }: { pid: number }) => one('select count(*)::int from runs where pid = $1', [pid])
  await expect.poll(() => runsOf(killed), { timeout: 20_000, interval: 20 }).toBeGreaterThan(200)
  await expect.poll(() => runsOf(other), { timeout: 20_000, interval: 20 }).toBeGreaterThan(50)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  // What it held waits for its leases: nobody takes it before.
  expect(await one('select count(*)::int from jobs where attempts > 0')).toBeGreaterThan(0)

  await expect
    .poll(() => one(`select count(*)::int from jobs where kind = 'tests:mark'`), { timeout: DONE_WITHIN_MS, interval: 200 })
    .toBe(0)
  expect(await one('select count(*)::int from marks')).toBe(JOBS)
  // A second run, and with it a second mark, has only what the killed one had begun; and nothing was left to it.
  const again = await onServer(
    postgres.url,
    'select number, array_agg(pid order by at) as pids from runs group by number having count(*) > 1',
  )
  expect(again.length).toBeGreaterThan(0)
  expect(again.filter(({ pids }) => pids.join() !== [killed.pid, other.pid].join())).toEqual([])
  const marks = await onServer(postgres.url, 'select number from marks where times > 1')
  expect(marks.filter(({ number }) => !again.some((each) => each.number === number))).toEqual([])
  expect(await one('select max(attempt)::int from runs')).toBe(2)

  const ended = once(other, 'exit')
  other.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
