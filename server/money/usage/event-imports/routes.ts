import { refuse } from '#kernel/refusal.ts'
import type { Database } from '#platform/database/database.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { cancelEventImport } from './actions/cancel-event-import.ts'
import { completeEventUpload } from './actions/complete-event-upload.ts'
import { createEventImport } from './actions/create-event-import.ts'
import type { EventImport } from './model.ts'
import { eventImportList } from './reads.ts'
import { eventImportRefusals } from './refusals.ts'
import { reportHeader, reportLine } from './report.ts'
import { eventImports, readRefusedLines } from './store.ts'
import * as wire from './wire.ts'

const { ResourceNotFound, EventImportsUnfinished, EventImportEnded } = eventImportRefusals
/** Lines of a report that one statement reads. */
const REPORT_BATCH = 1000

const createImport = route({
  method: 'POST',
  path: '/v1/event-imports/',
  name: 'event_imports:create',
  summary: 'Creates an import of usage events, and the signed address to which its CSV file is sent.',
  access: 'scope:events:write',
  impersonation: 'allowed',
  addition: true,
  transaction: 'own',
  body: wire.eventImportCreate,
  answer: wire.eventImportUpload,
  status: 201,
  limit: { none: 'Three imports of an organization can be unfinished, and a hundred are remembered.' },
  refusals: [EventImportsUnfinished],
  handle: async (call) => {
    const { body, tenantScope } = call
    const organizationId = tenantScope.organizationFor(body.organization_id)
    const { eventImport, address } = await createEventImport(call, { organizationId, draft: wire.toEventImportDraft(body) })
    return wire.toEventImportUploadWire(eventImport, address)
  },
})

const completeUpload = route({
  method: 'POST',
  path: '/v1/event-imports/{id}/uploaded',
  name: 'event_imports:uploaded',
  summary: 'Begins an import after its file was sent. A file whose header is at fault is refused, and its import deleted.',
  access: 'scope:events:write',
  impersonation: 'allowed',
  addition: true,
  transaction: 'own',
  params: idParams,
  body: wire.eventImportChecksum,
  answer: wire.eventImport,
  refusals: [ResourceNotFound, EventImportEnded],
  handle: async (call) => {
    const { params, body, tenantScope } = call
    const input = { tenants: tenantScope.tenants, id: params.id, etag: body.checksum_etag }
    return wire.toEventImportWire(await completeEventUpload(call, input))
  },
})

const cancelImport = route({
  method: 'POST',
  path: '/v1/event-imports/{id}/cancel',
  name: 'event_imports:cancel',
  summary: 'Cancels an import. Events that it has stored stay.',
  access: 'scope:events:write',
  impersonation: 'allowed',
  addition: true,
  params: idParams,
  answer: wire.eventImport,
  refusals: [ResourceNotFound, EventImportEnded],
  handle: async (call) =>
    wire.toEventImportWire(await cancelEventImport(call.tx, call, { tenants: call.tenantScope.tenants, id: call.params.id })),
})

const readReport = route({
  method: 'GET',
  path: '/v1/event-imports/{id}/refused-lines',
  name: 'event_imports:refused_lines',
  summary:
    'Gets the refused lines of an import as CSV, each with its number, its field and the reason: mended, the file can be sent again.',
  access: 'scope:events:read',
  addition: true,
  params: idParams,
  answerType: 'text/csv',
  refusals: [ResourceNotFound],
  handle: async ({ db, params, tenantScope, reply }) => {
    const found = (await eventImports.find(db, tenantScope.tenants, params.id)) ?? refuse(ResourceNotFound)
    reply.header('content-disposition', 'attachment; filename="refused-lines.csv"')
    reply.stream('text/csv; charset=utf-8; header=present', reportPieces(db, found))
  },
})

async function* reportPieces(db: Database, found: EventImport): AsyncGenerator<string> {
  yield reportHeader(found)
  for (let after = 0; ; ) {
    const lines = await readRefusedLines(db, found, { after, limit: REPORT_BATCH })
    yield lines.map((line) => reportLine(found, line)).join('')
    if (lines.length < REPORT_BATCH) return
    after = lines.at(-1)?.line ?? after
  }
}

export const routes: readonly Route[] = [
  createImport,
  ...resourceReads({
    path: '/v1/event-imports/',
    name: 'event_imports',
    nouns: ['imports of usage events', 'an import of usage events'],
    scope: 'events:read',
    list: eventImportList,
    schema: wire.eventImport,
    toWire: wire.toEventImportWire,
    notFound: ResourceNotFound,
    withoutExport: 'The report of each import is a file.',
    addition: true,
  }),
  completeUpload,
  cancelImport,
  readReport,
]
