// The specs by which this module enqueues its jobs. The handlers are in jobs.ts, above the actions that enqueue them.
import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'

/** Stores the lines of an import. */
export const runImportSpec = { kind: 'event-imports:run', payload: z.object({ organizationId: id, importId: id }) }

/** Deletes the file of an import that has ended. */
export const deleteImportFileSpec = {
  kind: 'event-imports:delete-file',
  payload: z.object({ path: z.string(), uploadId: z.string() }),
}
