// Files over real sockets whose readers take nothing: how many a reader, an address and a network keep open.
import { once } from 'node:events'
import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { HANDBOOK } from '#test/support/files/a-download.ts'
import { anImage, upload } from '#test/support/files/a-file.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const PER_READER = 8
const PICTURES_PER_ADDRESS = 100
/** More than the buffers of a connection hold. */
const LARGE = 32 * 1024 * 1024
const [ADDRESS, NEIGHBOUR, STRANGER] = ['198.51.100.1', '198.51.100.77', '203.0.113.1'] as const

let server: TestServer
let merchant: TestMerchant
let port: number
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
let opened: ClientRequest[] = []

beforeAll(async () => {
  server = await testServer({ settings: { TRUST_PROXY: 'loopback' } })
  merchant = await aMerchant(server)
  port = Number(new URL(await server.listen()).port)
})
afterAll(async () => {
  for (const sent of opened) sent.destroy()
  agent.destroy()
  await server.close()
})

/** Requests a file and takes nothing of it. Returns the answer's status. */
async function open(path: string, ipAddress: string): Promise<number | undefined> {
  const sent = get({ port, agent, path, headers: { 'x-forwarded-for': ipAddress } })
  sent.on('error', () => undefined)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  if (answer.statusCode === 200) opened.push(sent)
  else answer.resume()
  return answer.statusCode
}

function closeAll(): void {
  for (const sent of opened) sent.destroy()
  opened = []
}

const openAll = (count: number, path: string, ipAddress: string) => Promise.all(Array.from({ length: count }, () => open(path, ipAddress)))

test('the address of a file has 8 readers at a time; one that ends makes room', async () => {
  const file = await upload(server, merchant, { ...HANDBOOK, content: Buffer.alloc(LARGE, 'a') })
  const address = async () => {
    const { url } = (await merchant.request('GET', `/v1/files/${file.json.id}/download`)).json
    return url.replace(server.settings.BASE_URL, '')
  }
  const path = await address()
  expect(await openAll(PER_READER, path, ADDRESS)).toEqual(Array.from({ length: PER_READER }, () => 200))
  expect(await open(path, STRANGER)).toBe(429)
  expect(await open(`${path}x`, STRANGER)).toBe(403)
  server.clock.advance(1)
  expect(await open(await address(), ADDRESS)).toBe(200)
  closeAll()
  await expect.poll(() => open(path, STRANGER)).toBe(200)
  closeAll()
})

test('an address has 100 pictures open at a time, and others do not wait for it', async () => {
  const content = Buffer.from(await anImage(8, 8).png())
  const picture = await upload(server, merchant, { service: 'product_media', name: 'a.png', type: 'image/png', content })
  const path = new URL(picture.json.public_url).pathname
  const { files } = server.platform
  const { read } = files
  const endless = () => {
    const stream: Readable = new Readable({ read: () => void stream.push(Buffer.alloc(64 * 1024)) })
    return stream
  }
  Object.assign(files, { read: async () => ({ bytes: LARGE, content: endless() }) })
  expect(new Set(await openAll(PICTURES_PER_ADDRESS, path, ADDRESS))).toEqual(new Set([200]))
  expect([await open(path, ADDRESS), await open(path, NEIGHBOUR)]).toEqual([429, 200])
  closeAll()
  await expect.poll(() => open(path, ADDRESS)).toBe(200)
  closeAll()
  Object.assign(files, { read })
})
