import type { CallError } from '#client/index.ts'
import { client } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { t } from './messages.ts'

const validationCode = 'RequestValidationError'
const shown = 5

/** Declares an import, sends its file and begins it. Resolves to what is wrong, as sentences; none if it has begun. */
export async function sendFile(file: File, organizationId: string): Promise<readonly string[]> {
  const created = await client.eventImports.create({ organizationId, fileName: file.name, size: file.size })
  if (created.error !== null) return sentencesOf(created.error)
  const { id, upload } = created.data
  try {
    const { ok, headers } = await fetch(upload.url, { method: 'PUT', headers: { ...upload.headers }, body: file })
    if (!ok) return [t('faults.other')]
    const begun = await client.eventImports.uploaded(id, { checksumEtag: headers.get('etag') ?? '' })
    return begun.error === null ? [] : sentencesOf(begun.error)
  } catch {
    await client.eventImports.cancel(id)
    return [t('faults.interrupted')]
  }
}

function sentencesOf(error: CallError): readonly string[] {
  if (error.code !== validationCode) return [errorText(error)]
  const sentences = error.fields.map(
    ({ type, ctx }) => t.find(`faults.${type}`, { column: String(ctx['column'] ?? '') }) ?? t('faults.other'),
  )
  return [...new Set(sentences)].slice(0, shown)
}
