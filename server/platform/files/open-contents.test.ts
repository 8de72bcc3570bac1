import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { downloadPlaces, openContents, picturePlaces } from './open-contents.ts'

const from = (reader: string, ipAddress: string) => ({ reader, ipAddress })

test('one reader has 8 files open and one network 40; a closed one makes room, once', () => {
  const contents = openContents(downloadPlaces)
  const first = Array.from({ length: 8 }, () => contents.reserve(from('a', '198.51.100.1')))
  expect(() => contents.reserve(from('a', '203.0.113.1'))).toThrow('files:reader')
  for (const reader of ['b', 'c', 'd', 'e']) for (let at = 0; at < 8; at += 1) contents.reserve(from(reader, '198.51.100.77'))
  expect(() => contents.reserve(from('f', '198.51.100.2'))).toThrow('files:network')
  contents.reserve(from('f', '203.0.113.1'))
  first[0]?.()
  first[0]?.()
  contents.reserve(from('a', '198.51.100.1'))
  expect(() => contents.reserve(from('a', '203.0.113.1'))).toThrow('files:reader')
})

test('all clients together have 400 files open', () => {
  const contents = openContents(downloadPlaces)
  for (let at = 0; at < 400; at += 1) contents.reserve(from(`reader ${at}`, `10.0.${at % 200}.1`))
  expect(() => contents.reserve(from('another', '203.0.113.1'))).toThrow('files:process')
})

test('one address has 100 pictures open and a network 200, apart from the downloads', () => {
  const [pictures, downloads] = [openContents(picturePlaces), openContents(downloadPlaces)]
  for (const address of ['198.51.100.1', '198.51.100.2'])
    for (let at = 0; at < 100; at += 1) pictures.reserve({ reader: address, ipAddress: address })
  expect(() => pictures.reserve(from('198.51.100.1', '198.51.100.1'))).toThrow('pictures:reader')
  expect(() => pictures.reserve(from('198.51.100.3', '198.51.100.3'))).toThrow('pictures:network')
  downloads.reserve(from('198.51.100.1', '198.51.100.1'))
})

test('a file that cannot be opened takes no place', async () => {
  const contents = openContents(downloadPlaces)
  const absent = () => Promise.reject<{ content: Readable }>(new Error('There is no such file.'))
  for (let at = 0; at < 10; at += 1) await expect(contents.open(from('a', '198.51.100.1'), absent)).rejects.toThrow('no such file')
  const { content } = await contents.open(from('a', '198.51.100.1'), async () => ({ content: Readable.from([Buffer.from('abc')]) }))
  expect(String(await buffer(content))).toBe('abc')
})

test('a content is released when it was read to its end, and when the client leaves before its first piece', async () => {
  const contents = openContents(downloadPlaces)
  const released: string[] = []
  const content = contents.watch(Readable.from([Buffer.from('abc'), Buffer.from('def')]), () => released.push('read'))
  expect(String(await buffer(content))).toBe('abcdef')
  const source = Readable.from([Buffer.from('abc')])
  contents.watch(source, () => released.push('left')).destroy()
  await expect.poll(() => released).toEqual(['read', 'left'])
  expect(source.destroyed).toBe(true)
})

const endless = () => {
  const content: Readable = new Readable({ read: () => void content.push(Buffer.alloc(64 * 1024)) })
  return content
}

test.each([
  ['a long file', endless],
  ['a file that is shorter than what is read ahead', () => Readable.from([Buffer.from('abc')])],
])('a client that stops reading %s is cut off', async (_, open) => {
  const contents = openContents(downloadPlaces, 20)
  let isReleased = false
  const source = open()
  const content = contents.watch(source, () => {
    isReleased = true
  })
  content.on('error', () => undefined)
  await wait(200)
  expect([isReleased, source.destroyed, content.destroyed]).toEqual([true, true, true])
})

test('a client that reads slowly and goes on is not cut off', async () => {
  const contents = openContents(downloadPlaces, 200)
  const content = contents.watch(Readable.from(Array.from({ length: 8 }, () => Buffer.alloc(64 * 1024))), () => undefined)
  let bytes = 0
  for await (const piece of content) {
    bytes += (piece as Buffer).length
    await wait(50)
  }
  expect(bytes).toBe(8 * 64 * 1024)
})
