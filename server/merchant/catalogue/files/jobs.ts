import { z } from 'zod'
import { type Listener, on } from '#platform/outbox/listener.ts'
import { enqueue, enqueueAll } from '#platform/worker/enqueue.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { deleteContentSpec, toContent } from './content.ts'
import { fileFolder } from './model.ts'
import { deleteUnfinished } from './store.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
/** Files that one transaction deletes. */
const BATCH = 200
/** Seconds for the deletion of an organization's files, of which a bucket may hold thousands. */
const FOLDER_SECONDS = 600

const deleteContent = job({
  ...deleteContentSpec,
  slots: 4,
  run: async ({ path, uploadPath, uploadId, isUploaded }, { files }) => {
    // The parts of an upload that is not completed may have been put together already.
    if (!isUploaded) await files.abortUpload({ path: uploadPath, uploadId })
    for (const each of new Set([path, uploadPath])) await files.delete(each)
  },
})

const deleteFolder = job({
  kind: 'files:delete-folder',
  payload: z.object({ folder: z.string() }),
  leaseSeconds: FOLDER_SECONDS,
  slots: 1,
  run: ({ folder }, { files }) => files.deleteFolder(folder),
})

/** Deletes the files whose upload was not completed within a day, and the parts that nothing refers to. */
const deleteUnfinishedUploads = job({
  kind: 'files:delete-unfinished',
  payload: z.object({}),
  everySeconds: HOUR_SECONDS,
  run: async (_payload, platform) => {
    const { database, files } = platform
    let deleted: number
    do {
      deleted = await database.transaction(async (tx) => {
        const unfinished = await deleteUnfinished(tx, platform, BATCH)
        await enqueueAll(tx, platform, { spec: deleteContentSpec, jobs: unfinished.map((file) => [toContent(file), `file ${file.id}`]) })
        return unfinished.length
      })
    } while (deleted === BATCH)
    await files.deleteAbandoned(DAY_SECONDS)
  },
})

export const jobs: readonly JobKind[] = [deleteContent, deleteFolder, deleteUnfinishedUploads] as JobKind[]

export const listeners: readonly Listener[] = [
  on(['organization.deleted'], 'files:delete-of-organization', (tx, { resourceId }, { platform }) =>
    enqueue(tx, platform, deleteFolder, { folder: fileFolder(resourceId) }),
  ),
]
