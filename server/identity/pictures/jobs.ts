import { z } from 'zod'
import type { Tx } from '#platform/database/database.ts'
import { type Listener, type ListenerContext, on } from '#platform/outbox/listener.ts'
import type { Platform } from '#platform/platform.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { storeImage } from './index.ts'
import { digestOf } from './model.ts'
import { parsePicture } from './rules.ts'
import { deleteUnreferenced, type ImageColumn, imageColumns, lockContents, rebaseUrls, saveImage } from './store.ts'

const EVERY_SECONDS = 86_400
const DELETE_BATCH = 1000
/** Rows per transaction; each may hold some hundred kB. */
const MOVE_BATCH = 20
/** The time for which a picture that nothing refers to stays after its upload: the transaction of the upload may not have ended. */
const UNREFERENCED_MS = 3_600_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Moves the content of pictures that is still in the columns of users and organizations to the table of pictures, follows a changed
 * `BASE_URL`, and deletes the pictures that nothing refers to.
 */
const cleanUp = job({
  kind: 'pictures:clean-up',
  payload: z.object({}),
  everySeconds: EVERY_SECONDS,
  run: async (_payload, platform, { now }) => {
    const { database, settings } = platform
    for (const column of imageColumns) {
      let after: string | undefined = FIRST_ID
      while (after !== undefined) {
        const from: string = after
        after = await database.transaction((tx) => moveContents(tx, platform, { column, after: from, now }))
      }
      await rebaseUrls(database.db, column, settings.BASE_URL)
    }
    let deleted: number
    do deleted = await deleteUnreferenced(database.db, { baseUrl: settings.BASE_URL, before: deletesBefore(now), limit: DELETE_BATCH })
    while (deleted === DELETE_BATCH)
  },
})

/** Moves the next rows after this id; returns the last id, undefined if there are no more. What is not a picture stays as it is. */
async function moveContents(
  tx: Tx,
  platform: Platform,
  { column, after, now }: { readonly column: ImageColumn; readonly after: string; readonly now: Date },
): Promise<string | undefined> {
  const rows = await lockContents(tx, column, { after, limit: MOVE_BATCH })
  for (const { id, image } of rows) {
    if ('picture' in parsePicture(image)) await saveImage(tx, column, { id, image: await storeImage(tx, platform, { image, now }) })
  }
  return rows.length === MOVE_BATCH ? rows.at(-1)?.id : undefined
}

export const jobs: readonly JobKind[] = [cleanUp as JobKind]

const deletesBefore = (now: Date) => new Date(now.getTime() - UNREFERENCED_MS)

/** Deletes the picture of a user or an organization that was deleted, unless something else refers to it. */
async function deletePictureOf(tx: Tx, image: string | null | undefined, { platform, now }: ListenerContext): Promise<void> {
  const digest = image ? digestOf(image) : undefined
  if (digest === undefined) return
  await deleteUnreferenced(tx, { baseUrl: platform.settings.BASE_URL, before: deletesBefore(now), limit: 1, digest })
}

export const listeners: readonly Listener[] = [
  on(['user.deleted'], 'pictures:delete-of-user', (tx, { payload }, context) => deletePictureOf(tx, payload.image, context)),
  on(['organization.deleted'], 'pictures:delete-of-organization', (tx, { payload }, context) => deletePictureOf(tx, payload.logo, context)),
]
