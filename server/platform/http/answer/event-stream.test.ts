import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import type { Platform } from '../../platform.ts'
import { openStreams, sendEvents } from './event-stream.ts'

const PER_CHANNEL = 20

test('a client that leaves while its first events are read keeps no place', async () => {
  const streams = openStreams()
  const watched = new Set<object>()
  const live = {
    watch: () => {
      const watch = {}
      watched.add(watch)
      return () => watched.delete(watch)
    },
  }
  const app = fastify()
  const answered = Promise.withResolvers<void>()
  app.get('/', (request, reply) => {
    Object.assign(request, { requestContext: { request: { ipAddress: '192.0.2.1' } } })
    const first = async () => {
      socket.destroy()
      await once(reply.raw, 'close')
      return []
    }
    const deps = { platform: { live } as unknown as Platform, streams }
    sendEvents(reply, { channel: 'a', first, seconds: 900 }, deps).then(answered.resolve, answered.reject)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await answered.promise
  expect(watched.size).toBe(0)
  const reserve = () => streams.reserve({ channel: 'a', ipAddress: '192.0.2.1' })
  for (let each = 0; each < PER_CHANNEL; each += 1) reserve()
  expect(reserve).toThrow()
  await app.close()
})
