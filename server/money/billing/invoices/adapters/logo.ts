import { digestOf, findPicture, pictureTypeOf } from '#identity/pictures/index.ts'
import { files } from '#merchant/catalogue/files/index.ts'
import { filePath, idsOf, isPicture } from '#merchant/catalogue/files/model.ts'
import { toPng } from '#platform/files/images.ts'
import type { Platform } from '#platform/platform.ts'
import type { Invoice } from '../model.ts'

/** The longest side of a logo in pixels: 150 points at 300 dots an inch. */
const SIDE = 640

/** The seller's logo as PNG; null without one, where it is stored elsewhere (no address is ever loaded), or where it cannot be decoded. */
export async function readLogo(platform: Platform, { content }: Pick<Invoice, 'content'>): Promise<Buffer | null> {
  const { logoUrl } = content.seller
  const bytes = logoUrl ? await readStored(platform, logoUrl) : undefined
  return bytes ? ((await toPng(bytes, SIDE)) ?? null) : null
}

async function readStored({ database, files: store, settings }: Platform, url: string): Promise<Buffer | undefined> {
  if (!url.startsWith(`${settings.BASE_URL}/`)) return undefined
  const digest = digestOf(url)
  const type = pictureTypeOf(url)
  if (digest && type) return (await findPicture(database.db, { digest, type }))?.bytes
  const ids = idsOf(url.slice(url.lastIndexOf('/') + 1))
  const file = ids && (await files.find(database.db, [ids.organizationId], ids.id))
  if (!file || !isPicture(file)) return undefined
  const stored = await store.read(filePath(file))
  if (!stored) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of stored.content) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
