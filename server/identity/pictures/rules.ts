import { createHash } from 'node:crypto'
import { formatOf } from './formats.ts'
import { PICTURE_BYTES_MAXIMUM, PICTURE_SIDE_MAXIMUM, type Picture } from './model.ts'

const DATA_URL = /^data:[^,]*;base64,/i
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Whether the image of a request is the content of a picture (a `data:` URL) and not its URL. */
export function isContent(image: string): boolean {
  return /^\s*data:/i.test(image)
}

/** The picture that a `data:` URL contains, or the fault as a sentence. The declared media type is ignored: the content decides. */
export function parsePicture(dataUrl: string): { readonly picture: Picture } | { readonly fault: string } {
  const [prefix] = DATA_URL.exec(dataUrl) ?? []
  const base64 = prefix === undefined ? '' : dataUrl.slice(prefix.length)
  if (base64 === '' || !BASE64.test(base64)) return { fault: 'Must be a picture in base64' }
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > PICTURE_BYTES_MAXIMUM) return { fault: `Must be at most ${PICTURE_BYTES_MAXIMUM} bytes` }
  const format = formatOf(bytes)
  if (!format) return { fault: 'Must be a PNG, JPEG, WebP or GIF' }
  const sides = [format.width, format.height]
  if (sides.some((side) => side < 1 || side > PICTURE_SIDE_MAXIMUM))
    return { fault: `Must be at most ${PICTURE_SIDE_MAXIMUM} pixels wide and high` }
  return { picture: { digest: createHash('sha256').update(bytes).digest('hex'), type: format.type, bytes } }
}
