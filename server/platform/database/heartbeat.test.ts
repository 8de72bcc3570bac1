// The connection that hears, through a network that falls silent. Runs where DATABASE_URL is set.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { OpenDatabase } from './database.ts'
import { openDatabase } from './open.ts'

const url = process.env['DATABASE_URL']
const within = { timeout: 15_000 }
const ending: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ending.toReversed()) await end()
})

/** A way to the database on which nothing moves while it is silent; nobody is told. */
async function aWay(): Promise<{ database: OpenDatabase; setSilent(isSilent: boolean): void }> {
  const place = new URL(url ?? '')
  const [host, port] = [place.hostname, Number(place.port || 5432)]
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(port, host)
    for (const [from, to] of [[near, far] as const, [far, near] as const]) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('data', (part) => {
        if (!isSilent) to.write(part)
      })
      from.on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  place.hostname = '127.0.0.1'
  place.port = String((server.address() as AddressInfo).port)
  const nothing = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
  const database = await openDatabase({ url: place.href }, nothing)
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
  'whoever has not heard for some seconds is not sure of anything, and is told of the gap by a later beginning',
  async () => {
    const { database, setSilent } = await aWay()
    expect(database.listeningSince()).toBeUndefined()
    await database.listen('a', () => undefined)
    const first = database.listeningSince()
    expect(first).toEqual(expect.any(Number))
    setSilent(true)
    await expect.poll(() => database.listeningSince(), within).toBeUndefined()
    setSilent(false)
    await expect.poll(() => database.listeningSince(), within).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY)
  },
  40_000,
)
