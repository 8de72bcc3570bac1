import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { Transformer } from '@napi-rs/image'
import { expect, test } from 'vitest'
import { fitImage } from './images.ts'
import { inspectFile } from './inspect.ts'

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('base64')
const stored = (content: Buffer, piece: number) => ({
  bytes: content.length,
  content: Readable.from(
    content.length
      ? Array.from({ length: Math.ceil(content.length / piece) }, (_, at) => content.subarray(at * piece, (at + 1) * piece))
      : [],
  ),
})

test.each([1, 7, 10, 1000])('the checksums of parts do not depend on the pieces that are read: %i bytes', async (piece) => {
  const content = randomBytes(103)
  const found = await inspectFile(stored(content, piece), [40, 60, 3])
  const parts = [content.subarray(0, 40), content.subarray(40, 100), content.subarray(100)].map(sha256)
  expect(found).toEqual({ bytes: 103, sha256: sha256(content), parts, type: undefined })
})

test('a part that is cut short has no checksum', async () => {
  expect((await inspectFile(stored(randomBytes(50), 50), [40, 60])).parts).toHaveLength(1)
})

/** An image of one colour. */
const image = (width: number, height: number) => Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 200), width, height)

test.each(['png', 'jpg', 'webp'] as const)('a large %s becomes as small as the box, in its own type', async (type) => {
  const source = image(900, 300)
  const content = await (type === 'jpg' ? source.jpeg() : type === 'png' ? source.png() : source.webp())
  const fitted = await fitImage({ content, type, width: 900, height: 300 }, 300)
  expect(await new Transformer(fitted ?? Buffer.alloc(0)).metadata()).toMatchObject({
    width: 300,
    height: 100,
    format: type === 'jpg' ? 'jpeg' : type,
  })
  expect((await inspectFile(stored(content, 1000), [])).type).toBe(type === 'jpg' ? 'image/jpeg' : `image/${type}`)
})

test('a small image keeps its size and loses what follows it', async () => {
  const content = Buffer.concat([await image(20, 10).png(), Buffer.from('<script>alert(1)</script>')])
  const fitted = await fitImage({ content, type: 'png', width: 20, height: 10 }, 300)
  expect(await new Transformer(fitted ?? Buffer.alloc(0)).metadata()).toMatchObject({ width: 20, height: 10 })
  expect(fitted?.includes('script')).toBe(false)
})

test('an image that cannot be decoded is refused', async () => {
  const content = (await image(200, 100).png()).subarray(0, 60)
  expect(await fitImage({ content, type: 'png', width: 200, height: 100 }, 300)).toBeUndefined()
})
