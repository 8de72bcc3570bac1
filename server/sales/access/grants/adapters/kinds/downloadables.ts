import { grantDownloads, revokeDownloads } from '#sales/access/downloads/index.ts'
import type { InsideKind } from './kind.ts'

/** Files to download. What several grants share stays with the last one (rules Y3 and Y6). */
export const downloadables: InsideKind<'downloadables'> = {
  type: 'downloadables',
  place: 'inside',
  grant: (tx, platform, { grant, properties }) => {
    const { organizationId, customerId, benefitId, id: grantId } = grant
    return grantDownloads(tx, platform, { organizationId, customerId, benefitId, grantId, properties })
  },
  cycle: async (_tx, _platform, { grant }) => grant.properties,
  revoke: (tx, _platform, { grant: { organizationId, id: grantId } }) => revokeDownloads(tx, { organizationId, grantId }),
  // Archiving a file works without its grants.
  isChangeRelevant: ({ files: before }, { files: after }) => before.join() !== after.join(),
}
