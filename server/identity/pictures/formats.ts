// Reads type and dimensions from the first bytes of a picture. Only the content decides: a name or a declared type may be wrong.
import type { PictureType } from './model.ts'

/** The type of a picture, and its width and height in pixels. */
export interface PictureFormat {
  readonly type: PictureType
  readonly width: number
  readonly height: number
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG_SIGNATURE = Buffer.from('ffd8ff', 'hex')

/** The format of the bytes; undefined if they are not a PNG, JPEG, WebP or GIF, or end before the dimensions. */
export function formatOf(bytes: Buffer): PictureFormat | undefined {
  try {
    if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return pngFormat(bytes)
    if (bytes.subarray(0, 3).equals(JPEG_SIGNATURE)) return jpegFormat(bytes)
    if (/^GIF8[79]a/.test(textAt(bytes, 0, 6))) return { type: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return webpFormat(bytes)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

function textAt(bytes: Buffer, offset: number, length: number): string {
  return bytes.toString('latin1', offset, offset + length)
}

function pngFormat(bytes: Buffer): PictureFormat | undefined {
  if (textAt(bytes, 12, 4) !== 'IHDR') return undefined
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

// The dimensions are in the frame header: a segment C0 to CF, besides tables (C4, CC) and the reserved C8.
function jpegFormat(bytes: Buffer): PictureFormat | undefined {
  for (let offset = 2; offset < bytes.length; offset += 2 + bytes.readUInt16BE(offset + 2)) {
    if (bytes.readUInt8(offset) !== 0xff) return undefined
    // Any number of fill bytes may precede a marker.
    while (bytes.readUInt8(offset + 1) === 0xff) offset += 1
    const marker = bytes.readUInt8(offset + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'jpg', width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) }
  }
  return undefined
}

function webpFormat(bytes: Buffer): PictureFormat | undefined {
  const chunk = textAt(bytes, 12, 4)
  if (chunk === 'VP8X') return { type: 'webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8 ') return { type: 'webp', width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (chunk !== 'VP8L') return undefined
  // Two sizes of 14 bits, each less one.
  const sizes = bytes.readUInt32LE(21)
  return { type: 'webp', width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 }
}
