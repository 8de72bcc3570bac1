import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatOf } from './formats.ts'
import { PICTURE_BYTES_MAXIMUM } from './model.ts'
import { parsePicture } from './rules.ts'

const ascii = (text: string) => Buffer.from(text, 'latin1')
const uint16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value & 0xff, value >> 8]))
const uint24 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value & 0xff, (value >> 8) & 0xff, value >> 16]))
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

const png = (width: number, height: number) => {
  const sides = Buffer.alloc(8)
  sides.writeUInt32BE(width, 0)
  sides.writeUInt32BE(height, 4)
  return Buffer.concat([hex('89504e470d0a1a0a 0000000d'), ascii('IHDR'), sides, hex('0806000000')])
}
const gif = (width: number, height: number, version = 'GIF89a') => Buffer.concat([ascii(version), uint16(width, height)])
const webp = (chunk: string, body: Buffer) =>
  Buffer.concat([ascii('RIFF'), hex('00000000'), ascii('WEBP'), ascii(chunk), hex('00000000'), body])
const jpeg = hex('ffd8 ffe0 0004 0000 ffff ffdb 0003 00 ffc2 000b 08 0020 0040 01 011100')
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`

test.each([
  ['a PNG', png(640, 480), { type: 'png', width: 640, height: 480 }],
  ['a GIF', gif(16, 300), { type: 'gif', width: 16, height: 300 }],
  ['an old GIF', gif(1, 2, 'GIF87a'), { type: 'gif', width: 1, height: 2 }],
  ['a JPEG with segments, fill bytes and a progressive frame', jpeg, { type: 'jpg', width: 64, height: 32 }],
  ['a lossy WebP', webp('VP8 ', Buffer.concat([hex('000000 9d012a'), uint16(128 | 0x4000, 96)])), { type: 'webp', width: 128, height: 96 }],
  ['a lossless WebP', webp('VP8L', Buffer.concat([hex('2f'), hex('7f c0 17 00')])), { type: 'webp', width: 128, height: 96 }],
  ['an extended WebP', webp('VP8X', Buffer.concat([hex('00000000'), uint24(127, 95)])), { type: 'webp', width: 128, height: 96 }],
  ['a PNG that ends before its size', png(640, 480).subarray(0, 20), undefined],
  ['a JPEG without a frame', hex('ffd8 ffe0 0004 0000'), undefined],
  ['a JPEG whose segment has no length', hex('ffd8 ffe0'), undefined],
  ['a JPEG with bytes between segments', hex('ffd8 ffe0 0004 0000 00'), undefined],
  ['a WebP of an unknown kind', webp('VP9 ', Buffer.alloc(16)), undefined],
  ['a RIFF file of another kind', Buffer.concat([ascii('RIFF'), hex('00000000'), ascii('WAVEfmt ')]), undefined],
  ['an SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['HTML', ascii('<!doctype html>'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
])('the format of %s is recognized by its content', (_, bytes, format) => {
  expect(formatOf(bytes)).toEqual(format)
})

test('a picture is named by the digest of its content, whatever its declared type', () => {
  const bytes = gif(16, 16)
  const picture = { digest: createHash('sha256').update(bytes).digest('hex'), type: 'gif', bytes }
  expect(parsePicture(dataUrl(bytes))).toEqual({ picture })
  expect(parsePicture(dataUrl(bytes, 'image/svg+xml;charset=utf-8'))).toEqual({ picture })
})

test.each([
  ['an SVG', dataUrl(ascii('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'Must be a PNG, JPEG, WebP or GIF'],
  ['text that is not base64', 'data:image/png,hello', 'Must be a picture in base64'],
  ['broken base64', 'data:image/png;base64,a$b', 'Must be a picture in base64'],
  ['an empty picture', 'data:image/png;base64,', 'Must be a picture in base64'],
  ['more bytes than the limit', dataUrl(Buffer.concat([gif(1, 1), Buffer.alloc(PICTURE_BYTES_MAXIMUM)])), 'Must be at most 262144 bytes'],
  ['more pixels than the limit', dataUrl(png(4097, 16)), 'Must be at most 4096 pixels wide and high'],
  ['no pixels', dataUrl(gif(0, 16)), 'Must be at most 4096 pixels wide and high'],
])('%s is refused as a picture', (_, image, fault) => {
  expect(parsePicture(image)).toEqual({ fault })
})
