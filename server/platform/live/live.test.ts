import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createLive } from './channels.ts'
import type { ServerEvent } from './live.ts'

/** The database that two instances share: notifications reach every listener, including the sender, and must have less than 8000 bytes. */
function sharedDatabase() {
  const emitter = new EventEmitter()
  return {
    listen: async (channel: string, handler: (payload: string) => void) => {
      emitter.on(channel, handler)
      return async () => void emitter.off(channel, handler)
    },
    notify: async (channel: string, payload: string) => {
      if (Buffer.byteLength(payload) >= 8000) throw new Error('payload string too long')
      emitter.emit(channel, payload)
    },
    reconnect: () => emitter.emit('guildhall_live', ''),
  }
}

test('watchers on every instance receive an event of their channel once', async () => {
  const shared = sharedDatabase()
  const [here, there] = [await createLive(shared), await createLive(shared)]
  const received: [string, ServerEvent][] = []
  here.watch('checkout:1', (event) => received.push(['here', event]))
  there.watch('checkout:1', (event) => received.push(['there', event]))
  there.watch('checkout:2', (event) => received.push(['elsewhere', event]))
  here.publish('checkout:1', { event: 'order.created', data: { id: 7 } })
  expect(received).toEqual([
    ['here', { event: 'order.created', data: { id: 7 } }],
    ['there', { event: 'order.created', data: { id: 7 } }],
  ])
})

test('a watcher that stopped receives no more events', async () => {
  const live = await createLive(sharedDatabase())
  const received: ServerEvent[] = []
  const stop = live.watch('a', (event) => received.push(event))
  stop()
  live.publish('a', { event: 'x', data: null })
  await live.close()
  expect(received).toEqual([])
})

test('an event too large for one notification reaches other instances without its data', async () => {
  const shared = sharedDatabase()
  const [here, there] = [await createLive(shared), await createLive(shared)]
  const received: ServerEvent[] = []
  there.watch('a', (event) => received.push(event))
  here.publish('a', { event: 'x', data: 'ü'.repeat(5000) })
  expect(received).toEqual([{ event: 'x', data: null }])
})

test('watchers of the same instance receive events while the database is unreachable', async () => {
  const faults: unknown[] = []
  const broken = { ...sharedDatabase(), notify: async () => Promise.reject(new Error('away')) }
  const live = await createLive(broken, (error) => void faults.push(error))
  const received: ServerEvent[] = []
  live.watch('a', (event) => received.push(event))
  live.publish('a', { event: 'x', data: 1 })
  await expect.poll(() => faults.length).toBe(1)
  expect(received).toHaveLength(1)
})

test('the notification after a reconnect is not an event', async () => {
  const shared = sharedDatabase()
  const live = await createLive(shared)
  const received: ServerEvent[] = []
  live.watch('a', (event) => received.push(event))
  shared.reconnect()
  expect(received).toEqual([])
})
