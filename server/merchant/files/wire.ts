import { z } from 'zod'
import { id, timestamp } from '#platform/http/wire-parts.ts'

/** A picture of a product, as products show it. `size` is in bytes. */
export const productMedia = z
  .object({
    id,
    organization_id: id,
    name: z.string(),
    path: z.string(),
    mime_type: z.string(),
    size: z.int(),
    storage_version: z.string().nullable(),
    checksum_etag: z.string().nullable(),
    checksum_sha256_base64: z.string().nullable(),
    checksum_sha256_hex: z.string().nullable(),
    last_modified_at: timestamp.nullable(),
    version: z.string().nullable(),
    service: z.literal('product_media'),
    is_uploaded: z.boolean(),
    created_at: timestamp,
    size_readable: z.string(),
    public_url: z.string(),
  })
  .meta({ id: 'ProductMediaFileRead' })
