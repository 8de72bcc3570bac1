// The bytes of files that are to be deleted from the store. Pure.
import { z } from 'zod'
import type { JobSpecKind } from '#platform/worker/job.ts'
import { type File, filePath, uploadPath } from './model.ts'

const content = z.object({ path: z.string(), uploadPath: z.string(), uploadId: z.string(), isUploaded: z.boolean() })

/** The content that the store holds of a deleted file: its bytes, or the parts of its upload. */
export type DeletedContent = z.output<typeof content>

/** The job that deletes them. */
export const deleteContentSpec: JobSpecKind<DeletedContent> = { kind: 'files:delete-content', payload: content }

/** The content of a file. */
export function toContent(file: File): DeletedContent {
  return { path: filePath(file), uploadPath: uploadPath(file), uploadId: file.uploadId, isUploaded: file.isUploaded }
}
