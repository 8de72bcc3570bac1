// Ten years of a monthly subscription on the embedded database: from the request to advance its test clock until the clock has arrived.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '#platform/clock.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { runningServer } from '#test/support/running-server.ts'
import { SETTINGS } from '../fixture.ts'
import { cpuMsOf } from '../machine.ts'
import { startServer, type TargetSetup } from '../targets.ts'
import { type Line, median } from './line.ts'

const POLL_MS = 50
const RENEWALS = 120

interface Advance {
  readonly seconds: number
  /** Processor time of the server; undefined where the system does not report it. */
  readonly cpuSeconds: number | undefined
}

async function tenYears(setup: TargetSetup): Promise<Advance> {
  const target = await startServer({ ...setup, isEmbedded: true, folder: mkdtempSync(join(setup.folder, 'ten-years-')) }, [])
  try {
    const server = { ...runningServer(target.url), settings: runningServer(SETTINGS.BASE_URL).settings }
    const merchant = await aMerchant(server)
    const { id } = await aProduct(merchant, { recurring_interval: 'month' })
    await (await aCheckout(server, merchant, { products: [id] })).confirm()
    const path = `/v1/test-clocks/${(await merchant.request('POST', '/v1/test-clocks/', { body: {} })).json.id}`
    const [startMs, cpuMs] = [monotonicMs(), cpuMsOf(target.pid)]
    await merchant.request('POST', `${path}/advance`, { body: { by: 'P10Y' } })
    while ((await merchant.request('GET', path)).json.status === 'advancing') await wait(POLL_MS)
    const seconds = (monotonicMs() - startMs) / 1000
    const usedMs = cpuMsOf(target.pid)
    const { pagination } = (await merchant.request('GET', '/v1/orders/')).json
    if (pagination.total_count !== RENEWALS + 1) throw new Error(`There are ${pagination.total_count} orders instead of ${RENEWALS + 1}.`)
    return { seconds, cpuSeconds: cpuMs === undefined || usedMs === undefined ? undefined : (usedMs - cpuMs) / 1000 }
  } finally {
    await target.stop()
  }
}

export const testClockLine: Line = {
  name: 'test clock',
  run: async ({ setup, rounds }) => {
    const advances: Advance[] = []
    for (let round = 0; round < rounds; round += 1) advances.push(await tenYears(setup))
    const ours = `${median(advances.map(({ seconds }) => seconds)).toFixed(1)} s`
    const cpu = `${median(advances.map(({ cpuSeconds }) => cpuSeconds ?? Number.NaN)).toFixed(1)} s of the processor`
    return [{ line: 'ten years of a monthly subscription, embedded database', ours, bare: '', ratio: '', cpu, times: '', limit: '' }]
  },
}
