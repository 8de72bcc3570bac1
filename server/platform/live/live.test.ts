import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { ServerEvent } from '#platform/http/request.ts'
import { createLive } from './channels.ts'

/** What two instances share: messages reach everybody who listens, the sender included, and none over 8000 bytes. */
function wire() {
  const heard = new EventEmitter()
  return {
    listen: async (channel: string, tell: (payload: string) => void) => {
      heard.on(channel, tell)
      return async () => void heard.off(channel, tell)
    },
    notify: async (channel: string, payload: string) => {
      if (Buffer.byteLength(payload) >= 8000) throw new Error('payload string too long')
      heard.emit(channel, payload)
    },
    hang: () => heard.emit('guildhall_live', ''),
  }
}

test('watchers hear what is published on their channel, once, on whichever instance they are', async () => {
  const shared = wire()
  const [here, there] = [await createLive(shared), await createLive(shared)]
  const heard: [string, ServerEvent][] = []
  here.watch('checkout:1', (event) => heard.push(['here', event]))
  there.watch('checkout:1', (event) => heard.push(['there', event]))
  there.watch('checkout:2', (event) => heard.push(['elsewhere', event]))
  here.publish('checkout:1', { event: 'order.created', data: { id: 7 } })
  expect(heard).toEqual([
    ['here', { event: 'order.created', data: { id: 7 } }],
    ['there', { event: 'order.created', data: { id: 7 } }],
  ])
})

test('who has stopped watching hears nothing more', async () => {
  const live = await createLive(wire())
  const heard: ServerEvent[] = []
  const stop = live.watch('a', (event) => heard.push(event))
  stop()
  live.publish('a', { event: 'x', data: null })
  await live.close()
  expect(heard).toEqual([])
})

test('an event too large for one message still tells other instances to look', async () => {
  const shared = wire()
  const [here, there] = [await createLive(shared), await createLive(shared)]
  const heard: ServerEvent[] = []
  there.watch('a', (event) => heard.push(event))
  here.publish('a', { event: 'x', data: 'ü'.repeat(5000) })
  expect(heard).toEqual([{ event: 'x', data: null }])
})

test('a database that is away disturbs nobody who watches here', async () => {
  const faults: unknown[] = []
  const broken = { ...wire(), notify: async () => Promise.reject(new Error('away')) }
  const live = await createLive(broken, (error) => void faults.push(error))
  const heard: ServerEvent[] = []
  live.watch('a', (event) => heard.push(event))
  live.publish('a', { event: 'x', data: 1 })
  await expect.poll(() => faults.length).toBe(1)
  expect(heard).toHaveLength(1)
})

test('being woken after a broken connection is no event', async () => {
  const shared = wire()
  const live = await createLive(shared)
  const heard: ServerEvent[] = []
  live.watch('a', (event) => heard.push(event))
  shared.hang()
  expect(heard).toEqual([])
})
