export { formatOf } from './formats.ts'
export { digestOf, pictureTypeOf } from './model.ts'
export { findPicture } from './store.ts'

import { assert } from '#kernel/assert.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { picturePath } from './model.ts'
import { isContent, parsePicture } from './rules.ts'
import { insertPicture } from './store.ts'

/**
 * Stores the content of a validated image (`pictureInput`) and returns the absolute URL of the picture. A URL is returned as it is, and
 * so are null and undefined. Only writes, so that it can be part of a batch.
 */
export async function storeImage<Image extends string | null | undefined>(
  tx: Tx,
  { settings }: { readonly settings: Pick<Platform['settings'], 'BASE_URL'> },
  { image, now }: { readonly image: Image; readonly now: Date },
): Promise<Image> {
  if (typeof image !== 'string' || !isContent(image)) return image
  const parsed = parsePicture(image)
  assert('picture' in parsed, 'An image was not validated before it was stored')
  await insertPicture(tx, parsed.picture, now)
  return `${settings.BASE_URL}${picturePath(parsed.picture)}` as Image
}
