// The specs by which this module enqueues its jobs. The handlers are in jobs.ts, above the actions that enqueue them.
import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'

/** Writes the PDF of a document to the store of files. */
export const saveDocumentSpec = { kind: 'invoices:save-document', payload: z.object({ organizationId: id, invoiceId: id }) }
