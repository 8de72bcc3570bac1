import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { saveDocument } from './actions/save-document.ts'
import { saveDocumentSpec } from './job-specs.ts'

/** Writes the PDF of an issued document. */
const saveDocumentJob = job({
  ...saveDocumentSpec,
  slots: 1,
  run: (key, platform) => saveDocument(platform, key),
})

export const jobs: readonly JobKind[] = [saveDocumentJob] as JobKind[]

export const listeners: readonly Listener[] = []
