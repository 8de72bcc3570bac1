import { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { openContents, picturePlaces } from '#platform/files/open-contents.ts'
import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams, toTimestamp } from '#platform/http/wire-parts.ts'
import { deleteOperation, objectOperation } from '#platform/resource/operation.ts'
import { listAndExport } from '#platform/resource/routes.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { completeUpload } from './actions/complete-upload.ts'
import { createUpload } from './actions/create-upload.ts'
import { deleteContentSpec, toContent } from './content.ts'
import { type File, fileAudit, filePath, idsOf, isPicture } from './model.ts'
import { fileList } from './reads.ts'
import { fileRefusals } from './refusals.ts'
import { update } from './rules.ts'
import { deleteFileRow, files, findFile } from './store.ts'
import * as wire from './wire.ts'

const { ResourceNotFound } = fileRefusals
const YEAR_SECONDS = 31_536_000
/** Seconds for which a download can be opened (behaviour Y6). */
const DOWNLOAD_SECONDS = 600

const pictures = openContents(picturePlaces)

const createFile = route({
  method: 'POST',
  path: '/v1/files/',
  name: 'files:create',
  summary: 'Creates a file and the signed addresses to which its parts are sent.',
  access: 'scope:files:write',
  impersonation: 'allowed',
  transaction: 'own',
  body: wire.fileCreate,
  bodyLimit: LARGE_BODY_LIMIT,
  answer: wire.fileUpload,
  status: 201,
  limit: 'FILE_LIMIT',
  handle: async (call) => {
    const { body, tenantScope } = call
    const organizationId = tenantScope.organizationFor(body.organization_id)
    const { file, ...addresses } = await createUpload(call, { organizationId, draft: wire.toFileDraft(body) })
    return wire.toFileUploadWire(file, addresses)
  },
})

const completeFile = route({
  method: 'POST',
  path: '/v1/files/{id}/uploaded',
  name: 'files:uploaded',
  summary: 'Completes an upload after its parts were sent. The content decides what the file is.',
  access: 'scope:files:write',
  impersonation: 'allowed',
  transaction: 'own',
  params: idParams,
  body: wire.fileUploadCompleted,
  bodyLimit: LARGE_BODY_LIMIT,
  answer: wire.file,
  refusals: [ResourceNotFound],
  handle: async (call) => {
    const { params, body, tenantScope, platform } = call
    const sent = wire.toSentFile(body)
    return wire.toFileWire(await completeUpload(call, { tenants: tenantScope.tenants, id: params.id, sent }), platform.settings.BASE_URL)
  },
})

const downloadFile = route({
  method: 'GET',
  path: '/v1/files/{id}/download',
  name: 'files:download',
  summary: 'Creates an address from which an uploaded file is downloaded, as an attachment.',
  access: 'scope:files:read',
  params: idParams,
  answer: wire.fileDownload,
  refusals: [ResourceNotFound],
  addition: true,
  handle: async ({ db, params, tenantScope, platform }) => {
    const file = await findFile(db, tenantScope.tenants, params.id)
    if (!file?.isUploaded) return refuse(ResourceNotFound)
    const { name, mimeType: contentType } = file
    const download = { path: filePath(file), name, contentType, expiresInSeconds: DOWNLOAD_SECONDS }
    const { url, expiresAt } = await platform.files.downloadUrl(download)
    return { url, headers: {}, expires_at: toTimestamp(expiresAt) }
  },
})

const showPicture = route({
  method: 'GET',
  path: '/media/{name}',
  name: 'files:media',
  summary: 'A picture of a product or of an organization. Its content never changes.',
  access: 'public',
  params: z.object({ name: z.string().meta({ description: 'The ids of the organization and of the file.' }) }),
  addition: true,
  answerType: 'image/*',
  refusals: [ResourceNotFound],
  handle: async ({ db, params, platform, reply, request: { ipAddress } }) => {
    const ids = idsOf(params.name) ?? refuse(ResourceNotFound)
    const file = await findFile(db, [ids.organizationId], ids.id)
    if (!file?.isUploaded || !isPicture(file)) return refuse(ResourceNotFound)
    const read = async () => (await platform.files.read(filePath(file))) ?? refuse(ResourceNotFound)
    const stored = await pictures.open({ reader: ipAddress, ipAddress }, read)
    reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
    reply.stream(file.mimeType, stored.content)
  },
})

const changed = {
  scope: 'files:write',
  schema: wire.file,
  toWire: wire.toFileWire,
  notFound: ResourceNotFound,
  lock: files.lock,
  toModel: (file: File) => file,
  audit: fileAudit,
}

export const routes: readonly Route[] = [
  ...listAndExport(
    {
      path: '/v1/files/',
      name: 'files:list',
      summary: 'Lists files.',
      scope: 'files:read',
      list: fileList,
      schema: wire.file,
      toWire: wire.toFileWire,
    },
    'files',
  ),
  createFile,
  completeFile,
  downloadFile,
  showPicture,
  objectOperation(changed, {
    method: 'PATCH',
    path: '/v1/files/{id}',
    name: 'files:update',
    action: 'file.updated',
    summary: 'Changes the name and the version of a file.',
    impersonation: 'allowed',
    body: wire.filePatch,
    write: async (current, body, { tx, at }) => {
      const next = update(current, wire.toFileChanges(body), at)
      if (next !== current) await files.save(tx, next)
      return { next }
    },
  }),
  deleteOperation(changed, {
    method: 'DELETE',
    path: '/v1/files/{id}',
    name: 'files:delete',
    action: 'file.deleted',
    summary: 'Deletes a file. Products that show it lose it.',
    impersonation: 'allowed',
    take: deleteFileRow,
    // A job deletes its bytes.
    write: (current, { tx, platform }) => enqueue(tx, platform, deleteContentSpec, toContent(current)),
  }),
]
