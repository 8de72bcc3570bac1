import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'

export const licenseKeyEvents = {
  /** The key of a grant was replaced: what the grant shows of it changes. */
  'license_key.reissued': {
    audience: 'internal',
    payload: z.object({ organization_id: id, grant_id: id, license_key_id: id, display_key: z.string() }),
  },
} as const
