// The signed addresses of the local store of files: a PUT takes one part of an upload, a GET sends a file as an attachment.

import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type RefusalEntry, refuse } from '#kernel/refusal.ts'
import { attachmentHeaders, type FileTransfers, type TransferRefusal } from '../../files/file-store.ts'
import { downloadPlaces, type OpenContents, openContents } from '../../files/open-contents.ts'
import type { Platform } from '../../platform.ts'
import { refusals } from '../guard/refusals.ts'

/** The path below which files are sent. */
export const TRANSFER_PATH = '/storage/'
/** Milliseconds that a client has for one part: as long as its address can be used. */
export const TRANSFER_MS = 600_000

const REFUSALS: Readonly<Record<TransferRefusal, readonly [entry: RefusalEntry, detail: string]>> = {
  invalid: [refusals.NotPermitted, 'This address was not signed here.'],
  expired: [refusals.NotPermitted, 'This address has expired.'],
  length: [refusals.BadRequest, 'The part does not have the declared length.'],
  checksum: [refusals.BadRequest, 'The part does not have the declared checksum.'],
  busy: [refusals.BadRequest, 'Another request sends this part.'],
  absent: [refusals.ResourceNotFound, 'Not found'],
}

/** Mounts the transfers of the local store; another store answers at addresses of its own. */
export async function mountFileTransfers(app: FastifyInstance, { files }: Pick<Platform, 'files'>): Promise<void> {
  const { transfers } = files
  if (!transfers) return
  const contents = openContents(downloadPlaces)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The content is not parsed: it is written as it comes.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.put(`${TRANSFER_PATH}parts`, (request, reply) => receivePart(transfers, request, reply))
    scope.get(`${TRANSFER_PATH}files`, { exposeHeadRoute: false }, (request, reply) => sendFile({ transfers, contents }, request, reply))
  })
}

function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as { readonly token?: unknown }
  return typeof token === 'string' ? token : ''
}

function refuseTransfer(refusal: TransferRefusal): never {
  const [entry, detail] = REFUSALS[refusal]
  return refuse(entry, { detail })
}

async function receivePart(transfers: FileTransfers, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  request.requestContext.name = 'file-part'
  const declared = request.headers['content-length']
  // A request without a type has no parsed body, and its content is the request itself.
  const content = (request.body ?? request.raw) as Readable
  const bytes = declared === undefined ? undefined : Number(declared)
  const received = await transfers.receivePart(tokenOf(request), { content, bytes }).catch((error: unknown) => {
    if (request.raw.errored) refuse(refusals.BadRequest, { detail: 'The request was cut off' })
    throw error
  })
  if ('refusal' in received) {
    // The rest of the request is not read any more: the connection ends with the answer.
    if (!request.raw.complete) reply.header('connection', 'close')
    return refuseTransfer(received.refusal)
  }
  return reply.header('etag', received.etag).header('access-control-expose-headers', 'etag').code(200).send()
}

interface SendingDeps {
  readonly transfers: FileTransfers
  readonly contents: OpenContents
}

// The holder of the address is the reader: it was made for one download.
async function sendFile({ transfers, contents }: SendingDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { requestContext } = request
  requestContext.name = 'file-download'
  const token = tokenOf(request)
  const read = async () => {
    const opened = await transfers.openDownload(token)
    return 'refusal' in opened ? refuseTransfer(opened.refusal) : { ...opened, content: opened.file.content }
  }
  const { file, name, contentType, content } = await contents.open({ reader: token, ipAddress: requestContext.request.ipAddress }, read)
  return reply.headers({ ...attachmentHeaders(name), 'content-type': contentType, 'content-length': file.bytes }).send(content)
}
