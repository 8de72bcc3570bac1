const sides = [128, 96, 64] as const
const most = 100_000
const quality = 0.85

/** The middle of a picture as a small square `data:` URL that the server takes (at most 100,000 characters); null where the file is no picture. */
export async function pictureOf(file: Blob): Promise<string | null> {
  const drawing = await createImageBitmap(file).catch(() => null)
  if (drawing === null) return null
  const made = sides.map((side) => square(drawing, side)).find((url) => url.length <= most)
  drawing.close()
  return made ?? null
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
