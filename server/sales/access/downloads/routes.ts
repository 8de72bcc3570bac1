import { pageOf } from '#kernel/page.ts'
import { attachmentHeaders } from '#platform/files/file-store.ts'
import type { Reply } from '#platform/http/reply.ts'
import { type Route, route } from '#platform/http/route.ts'
import { listResource, toList } from '#platform/http/wire-parts.ts'
import { listAndExport } from '#platform/resource/routes.ts'
import { type StartDownloadResult, startDownload } from './actions/start-download.ts'
import { createAddress } from './links.ts'
import { downloadCountList, listDownloadables } from './reads.ts'
import { downloadRefusals } from './refusals.ts'
import { downloadable, downloadablesQuery, downloadCount, toDownloadableWire, toDownloadCountWire, tokenParams } from './wire.ts'

const { BadRequest, ResourceNotFound, ResourceUnavailable } = downloadRefusals

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customer-portal/downloadables/',
    name: 'customer_portal:downloadables:list',
    summary: 'Lists the files that the customer of the session may download, each with an address that can be used for ten minutes.',
    access: 'customer',
    query: downloadablesQuery,
    answer: listResource('DownloadableRead', downloadable),
    handle: async ({ db, query, caller, platform }) => {
      const { organization_id: organizationIds, benefit_id: benefitIds } = query
      const { items, total, page } = await listDownloadables(
        db,
        { owner: caller, organizationIds, benefitIds, page: pageOf(query) },
        platform,
      )
      return toList(
        items.map((entry) => toDownloadableWire(entry, createAddress(platform, entry))),
        total,
        page,
      )
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customer-portal/downloadables/{token}',
    name: 'customer_portal:downloadables:customer_portal.downloadables.get',
    summary: 'Downloads a file by the address in the list of downloads, or a range of it.',
    access: 'public',
    transaction: 'own',
    answersHead: true,
    params: tokenParams,
    answerType: '*/*',
    furtherStatuses: {
      206: 'The range of the file that the request names.',
      302: 'Redirects to an address of the bucket in which the file is stored.',
      304: 'The client has the file already.',
      416: 'The file has no such range.',
    },
    refusals: [BadRequest, ResourceNotFound, ResourceUnavailable],
    handle: async ({ db, params, platform, request, reply }) => {
      const { method, headers, ipAddress } = request
      sendDownload(reply, await startDownload({ db, platform }, { token: params.token, isHead: method === 'HEAD', headers, ipAddress }))
    },
  }),
  ...listAndExport(
    {
      path: '/v1/downloads/',
      name: 'downloads:list',
      summary: 'Lists how often customers have downloaded files, the last download first.',
      scope: 'files:read',
      list: downloadCountList,
      schema: downloadCount,
      toWire: toDownloadCountWire,
      addition: true,
    },
    'how often customers have downloaded files',
  ),
]

function sendDownload(reply: Reply, download: StartDownloadResult): void {
  if (download.kind === 'redirect') {
    reply.header('cache-control', 'private, no-store')
    reply.redirect(download.url)
    return
  }
  const { file, etag } = download
  for (const [name, value] of Object.entries({ ...attachmentHeaders(file.name), etag, 'accept-ranges': 'bytes' })) reply.header(name, value)
  if (download.kind === 'content') {
    const { range, content } = download
    if (range) {
      reply.status(206)
      reply.header('content-range', `bytes ${range.first}-${range.last}/${file.size}`)
    }
    reply.header('content-length', String(range ? range.last - range.first + 1 : file.size))
    reply.stream(file.mimeType, content)
  } else if (download.kind === 'unsatisfiable') {
    reply.status(416)
    reply.header('content-range', `bytes */${file.size}`)
  } else {
    reply.status(304)
  }
}
