// The steps of the rounds of every kill test: start the server again, and verify its books.
import { expect } from 'vitest'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import type { TestStorage } from '../storage.ts'

/** The wait for a condition that is usually met at once, for a busy machine. */
export const WAIT_MS = 60_000

/** Starts a server and waits until it is ready. */
export async function startReady(storage: TestStorage): Promise<RunningGuildhall> {
  const server = await startGuildhall(storage.env)
  await expect.poll(async () => (await fetch(`${server.baseUrl}/readyz`)).status, { timeout: WAIT_MS, interval: 20 }).toBe(200)
  return server
}

/** Verifies the books by the command. Returns a sentence where they are at fault. */
export async function verifyLedger({ env }: TestStorage): Promise<readonly string[]> {
  const { code, out, err } = await guildhall(['verify-ledger', '--json'], env)
  if (code === 0 && JSON.parse(out).faults.length === 0) return []
  return [`the ledger does not balance: ${out}${err}`]
}

/** The first line of a failure names the faults, because a report of many tests shows only that line. */
export function expectNoFaults(faults: readonly string[], name: string): void {
  expect(faults.join('; '), name).toBe('')
}
