const sides = [128, 96, 64] as const
const maxLength = 100_000
const quality = 0.85

/**
 * The centre of an image as a small square `data:` URL that the server accepts (at most 100,000 characters); null if the file is not an
 * image.
 */
export async function pictureOf(file: Blob): Promise<string | null> {
  const drawing = await createImageBitmap(file).catch(() => null)
  if (drawing === null) return null
  const url = sides.map((side) => square(drawing, side)).find((candidate) => candidate.length <= maxLength)
  drawing.close()
  return url ?? null
}

function square(drawing: ImageBitmap, side: number): string {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const { width, height } = drawing
  const edge = Math.min(width, height)
  canvas.getContext('2d')?.drawImage(drawing, (width - edge) / 2, (height - edge) / 2, edge, edge, 0, 0, side, side)
  return canvas.toDataURL('image/webp', quality)
}
