import { ResizeFit, Transformer } from '@napi-rs/image'

/** The types of images that are decoded and written anew. */
export type ImageType = 'png' | 'jpg' | 'webp'

/** An image of known size in pixels: check it before, because decoding takes four bytes for each. */
export interface SizedImage {
  readonly content: Buffer
  readonly type: ImageType
  readonly width: number
  readonly height: number
}

const JPEG_QUALITY = 85
const WEBP_QUALITY = 85

/** Images are decoded one after the other: each takes as much memory as all of its pixels. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Writes an image anew, at most `side` pixels wide and high, upright, and without what its file held besides: the place of a photo, or a
 * script behind it. Undefined if it cannot be decoded.
 */
export function fitImage(image: SizedImage, side: number): Promise<Buffer | undefined> {
  const next = last.then(() => resized(image, side))
  last = next
  return next
}

/** The image as PNG, at most `side` pixels wide and high and never enlarged. Undefined if it cannot be decoded. */
export function toPng(content: Buffer, side: number): Promise<Buffer | undefined> {
  const next = last.then(() => converted(content, side))
  last = next
  return next
}

async function converted(content: Buffer, side: number): Promise<Buffer | undefined> {
  try {
    const image = new Transformer(content).rotate()
    const { width, height } = await image.metadata()
    if (Math.max(width, height) > side) image.resize({ width: side, height: side, fit: ResizeFit.Inside })
    return await image.png()
  } catch {
    return undefined
  }
}

async function resized({ content, type, width, height }: SizedImage, side: number): Promise<Buffer | undefined> {
  try {
    const image = new Transformer(content).rotate()
    // Within a box of this size; a smaller image would be enlarged.
    if (Math.max(width, height) > side) image.resize({ width: side, height: side, fit: ResizeFit.Inside })
    return type === 'jpg' ? await image.jpeg(JPEG_QUALITY) : type === 'png' ? await image.png() : await image.webp(WEBP_QUALITY)
  } catch {
    return undefined
  }
}
