import type { Page } from '#kernel/page.ts'
import { files } from '#merchant/catalogue/files/index.ts'
import type { Database } from '#platform/database/database.ts'
import { added } from '#platform/http/wire-parts.ts'
import { joined } from '#platform/resource/embedded.ts'
import { ids } from '#platform/resource/filters.ts'
import { type ItemContext, type ListedPage, list } from '#platform/resource/list.ts'
import { type DownloadOwner, downloadables, downloadCounts } from './store.ts'
import type { FullDownloadable } from './wire.ts'

const downloadableList = list(downloadables, {
  with: { file: joined(files, { from: 'downloadables', column: 'file_id' }) },
  filters: { customer_id: ids('downloadables.customer_id'), benefit_id: ids('downloadables.benefit_id') },
  newestFirst: 'downloadables.created_at',
})

/** The list of a customer: their own files, of these organizations and benefits where some are named. */
export interface DownloadablesQuery {
  readonly owner: DownloadOwner
  readonly organizationIds: readonly string[] | undefined
  readonly benefitIds: readonly string[] | undefined
  readonly page: Page
}

/** A page of the files that a customer may download, newest first, in one round trip. A foreign organization gives an empty page. */
export function listDownloadables(
  db: Database,
  { owner, organizationIds = [owner.organizationId], benefitIds, page }: DownloadablesQuery,
  context: ItemContext,
): Promise<ListedPage<FullDownloadable>> {
  const query = { customer_id: [owner.customerId], ...(benefitIds && { benefit_id: benefitIds }), page: page.page, limit: page.limit }
  return downloadableList.read(db, { organizationIds: organizationIds.filter((id) => id === owner.organizationId), query }, context)
}

/** The list of download counts. */
export const downloadCountList = list(downloadCounts, {
  filters: {
    file_id: ids('download_counts.file_id').meta(added('Only downloads of these files.')),
    customer_id: ids('download_counts.customer_id').meta(added('Only downloads by these customers.')),
  },
  sorting: { last_downloaded_at: 'download_counts.last_downloaded_at', downloads: 'download_counts.downloads' },
  defaultSorting: '-last_downloaded_at',
})
