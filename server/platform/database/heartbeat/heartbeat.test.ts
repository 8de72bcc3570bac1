// Databases: both.
// The listening connection through a network that becomes silent. Runs if DATABASE_URL is set.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { OpenDatabase } from '../database.ts'
import { openDatabase } from '../open.ts'

const url = process.env['DATABASE_URL']
const pollOptions = { timeout: 15_000 }
const ending: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ending.toReversed()) await end()
})

/** A proxy to the database that drops all data while it is silent, without closing connections. */
async function silenceableProxy(): Promise<{ database: OpenDatabase; setSilent(isSilent: boolean): void }> {
  const proxied = new URL(url ?? '')
  const [host, port] = [proxied.hostname, Number(proxied.port || 5432)]
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((client) => {
    const upstream = connect(port, host)
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('data', (part) => {
        if (!isSilent) to.write(part)
      })
      from.on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxied.hostname = '127.0.0.1'
  proxied.port = String((server.address() as AddressInfo).port)
  const nothing = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
  const database = await openDatabase({ url: proxied.href }, nothing)
  ending.push(
    async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
    () => database.close(),
  )
  return { database, setSilent: (silent) => (isSilent = silent) }
}

test.skipIf(!url)(
  'listeningSince is undefined while the connection is silent, and a later time afterwards',
  async () => {
    const { database, setSilent } = await silenceableProxy()
    expect(database.listeningSince()).toBeUndefined()
    await database.listen('a', () => undefined)
    const first = database.listeningSince()
    expect(first).toEqual(expect.any(Number))
    setSilent(true)
    await expect.poll(() => database.listeningSince(), pollOptions).toBeUndefined()
    setSilent(false)
    await expect.poll(() => database.listeningSince(), pollOptions).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY)
  },
  40_000,
)

test.skipIf(!url)(
  'a process that is busy for seconds at a time keeps its connection, and with it the cached sessions',
  async () => {
    const { database } = await silenceableProxy()
    await database.listen('a', () => undefined)
    const first = database.listeningSince()
    for (let turn = 0; turn < 4; turn += 1) {
      const untilMs = performance.now() + 1600
      while (performance.now() < untilMs);
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => database.listeningSince(), pollOptions).toBe(first)
  },
  40_000,
)
