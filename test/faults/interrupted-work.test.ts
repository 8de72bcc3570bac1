// Work that ends its process at every attempt: an event in the relay, and a job. The server is started again as a supervisor does.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aReceiver, type Receiver } from '#test/support/a-receiver.ts'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { runningServer } from '#test/support/running-server.ts'
import { storagesOf, type TestStorage } from './storage.ts'

const WAIT = { timeout: 60_000, interval: 50 }
const TEST_MS = 150_000
/** Longer than the lease of every job. */
const LEASE_SECONDS = 400
const POLL_MS = 100
const TRIES = 50
const FAULTS = ['--conditions=faults']

describe.each(storagesOf('postgres'))('on the database %s', (_, create) => {
  let storage: TestStorage
  let server: RunningGuildhall
  let merchants: { readonly poisoned: TestMerchant; readonly other: TestMerchant }
  let receivers: { readonly poisoned: Receiver; readonly other: Receiver }
  let endpointId: string

  beforeAll(async () => {
    storage = await create()
    server = await startGuildhall({ ...storage.env, OUTBOUND_ALLOW: 'loopback' })
    const running = runningServer(server.baseUrl)
    merchants = { poisoned: await aMerchant(running), other: await aMerchant(running) }
    receivers = { poisoned: await aReceiver(), other: await aReceiver() }
    endpointId = await anEndpoint(merchants.poisoned, receivers.poisoned.url)
    await anEndpoint(merchants.other, receivers.other.url)
  })
  afterAll(async () => {
    await server.stop('SIGKILL')
    for (const each of Object.values(receivers)) await each.close()
    await storage.remove()
  })

  async function anEndpoint(merchant: TestMerchant, url: string): Promise<string> {
    const body = { url, format: 'raw', secret: 'a secret of some length', events: ['product.created', 'product.updated'] }
    const { status, json } = await merchant.request('POST', '/v1/webhooks/endpoints', { body })
    expect(status).toBe(201)
    return json.id
  }

  const env = () => ({ ...storage.env, OUTBOUND_ALLOW: 'loopback' })
  const rename = (merchant: TestMerchant, productId: string, name: string) =>
    merchant.request('PATCH', `/v1/products/${productId}`, { body: { name } })
  const namesAt = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body).data.name)

  /** Starts the server as its supervisor does, until it stays up; returns how often it ended. It ends at the failpoint, for the subject. */
  async function startUntilItStays(failpoint: string, subject: string): Promise<number> {
    for (let ends = 0; ends < 5; ends += 1) {
      await storage.advanceTime(LEASE_SECONDS)
      const started = await startGuildhall({ ...env(), GUILDHALL_CRASH_AT: failpoint, GUILDHALL_CRASH_FOR: subject }, [], FAULTS).catch(
        () => undefined,
      )
      if (!started) continue
      server = started
      const isUp = await servesOthers(started)
      if (isUp) return ends
    }
    throw new Error('The server ends at every start.')
  }

  let turn = 0
  /** Whether an event of the other merchant arrives before the server ends. */
  async function servesOthers({ ended }: RunningGuildhall): Promise<boolean> {
    turn += 1
    let hasEnded = false
    void ended.then(() => (hasEnded = true))
    const name = `Other ${turn}`
    for (let tries = 0; tries < TRIES && !hasEnded && !namesAt(receivers.other).includes(name); tries += 1) {
      // The first request may meet a connection to the server that ended.
      await rename(merchants.other, otherProductId, name).catch(() => undefined)
      await wait(POLL_MS)
    }
    if (!hasEnded) expect(namesAt(receivers.other)).toContain(name)
    return !hasEnded
  }
  let otherProductId: string

  const doctor = async () => JSON.parse((await guildhall(['doctor', '--json'], env())).out).findings
  const deadJobs = async () => JSON.parse((await guildhall(['jobs', 'list', '--json'], env())).out).jobs

  test('an event that ends its process is put aside at the third start, the others are delivered, and it can be retried', {
    timeout: TEST_MS,
  }, async () => {
    const product = await aProduct(merchants.poisoned)
    otherProductId = (await aProduct(merchants.other)).id
    await expect.poll(() => [receivers.poisoned.received.length, receivers.other.received.length], WAIT).toEqual([1, 1])
    // While no relay runs: the event that ends the process, between others of its merchant and of another.
    await server.stop('SIGTERM')
    server = await startGuildhall({ ...env(), GUILDHALL_CRASH_AT: 'during-relay', GUILDHALL_CRASH_FOR: product.id }, [], FAULTS)
    await rename(merchants.poisoned, product.id, 'Poison').catch(() => undefined)
    expect((await server.ended).signal).toBe('SIGKILL')
    expect(await startUntilItStays('during-relay', product.id)).toBe(1)
    expect(await deadJobs()).toMatchObject([{ kind: 'outbox:retry-listener', lastError: expect.stringContaining('product.updated') }])
    expect(await doctor()).toContainEqual(
      expect.objectContaining({ name: 'work', state: 'warning', sentence: expect.stringContaining('put aside') }),
    )
    expect(namesAt(receivers.poisoned)).not.toContain('Poison')
    // Once the cause is removed.
    await server.stop('SIGTERM')
    server = await startGuildhall(env())
    expect((await guildhall(['jobs', 'retry', '--all'], env())).code).toBe(0)
    await expect.poll(() => namesAt(receivers.poisoned), WAIT).toContain('Poison')
    expect(await deadJobs()).toEqual([])
  })

  test('a job that ends its process is put aside at the third start, the others run, and it can be retried', {
    timeout: TEST_MS,
  }, async () => {
    const { id } = await aProduct(merchants.poisoned)
    await expect.poll(() => receivers.poisoned.received.some(({ body }) => JSON.parse(body).data.id === id), WAIT).toBe(true)
    await server.stop('SIGTERM')
    server = await startGuildhall({ ...env(), GUILDHALL_CRASH_AT: 'during-job', GUILDHALL_CRASH_FOR: endpointId }, [], FAULTS)
    await rename(merchants.poisoned, id, 'Second poison').catch(() => undefined)
    expect((await server.ended).signal).toBe('SIGKILL')
    expect(await startUntilItStays('during-job', endpointId)).toBe(1)
    await expect.poll(async () => (await deadJobs()).map(({ kind }: { kind: string }) => kind), WAIT).toEqual(['webhooks:deliver'])
    await server.stop('SIGTERM')
    server = await startGuildhall(env())
    expect((await guildhall(['jobs', 'retry', '--all'], env())).code).toBe(0)
    await expect.poll(() => namesAt(receivers.poisoned), WAIT).toContain('Second poison')
  })

  test('an event and a job whose process was killed once from outside complete at the next start', { timeout: TEST_MS }, async () => {
    const { id } = await aProduct(merchants.poisoned)
    await server.stop('SIGTERM')
    for (const [failpoint, subject, name] of [
      ['during-relay', id, 'Killed in the relay'],
      ['during-job', endpointId, 'Killed in the job'],
    ] as const) {
      server = await startGuildhall({ ...env(), GUILDHALL_CRASH_AT: failpoint, GUILDHALL_CRASH_FOR: subject }, [], FAULTS)
      await rename(merchants.poisoned, id, name).catch(() => undefined)
      await server.ended
      await storage.advanceTime(LEASE_SECONDS)
      server = await startGuildhall(env())
      await expect.poll(() => namesAt(receivers.poisoned), WAIT).toContain(name)
      await server.stop('SIGTERM')
    }
    expect(await deadJobs()).toEqual([])
  })
})
