import { added } from '#platform/http/wire-parts.ts'
import { integer, type Model, recorded, time, uuid } from '#platform/resource/columns.ts'

export const downloadableColumns = {
  id: recorded.id,
  organizationId: recorded.organizationId.private(),
  customerId: uuid().fixed().private(),
  benefitId: uuid().fixed(),
  grantId: uuid().fixed().private(),
  fileId: uuid().fixed().private(),
  createdAt: recorded.createdAt.private(),
} as const

/** A file that a customer may download, by a grant of a benefit. It is deleted with the grant's end. Times are UTC. */
export type Downloadable = Model<typeof downloadableColumns>

export const downloadCountColumns = {
  id: recorded.id,
  organizationId: recorded.organizationId,
  customerId: uuid().fixed().meta(added('The customer.')),
  fileId: uuid().fixed().meta(added('The file.')),
  downloads: integer().meta(added('How often the customer has begun to download the file; a download that goes on is not counted again.')),
  firstDownloadedAt: time().fixed().meta(added('When the customer first downloaded it.')),
  lastDownloadedAt: time().meta(added('When the customer last downloaded it.')),
} as const

/** The number of a customer's downloads of a file. It stays when the grant ends. Times are UTC. */
export type DownloadCount = Model<typeof downloadCountColumns>
