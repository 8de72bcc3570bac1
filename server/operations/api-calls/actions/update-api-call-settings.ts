import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { onCommit } from '#platform/database/transaction.ts'
import { deleteContents, lockSettings, saveSettings } from '../store.ts'
import { noteRecording } from './record-api-call.ts'

/** The recording settings of an organization from now on. */
export interface UpdateApiCallSettingsInput {
  readonly organizationId: string
  readonly recordsBodies: boolean
}

/** Sets whether queries and bodies are recorded. Those that were recorded are deleted when they no longer are. */
export async function updateApiCallSettings(tx: Tx, by: AuditContext, input: UpdateApiCallSettingsInput): Promise<void> {
  const { organizationId, recordsBodies } = input
  const { platform, now } = by
  if ((await lockSettings(tx, organizationId)) === recordsBodies) return
  await saveSettings(tx, organizationId, { recordsBodies, now })
  if (!recordsBodies) await deleteContents(tx, organizationId)
  await recordAudit(tx, by, {
    action: 'api_call_settings.updated',
    organizationId,
    target: { type: 'organization', id: organizationId },
    details: { records_bodies: recordsBodies },
  })
  onCommit(tx, () => noteRecording(platform, organizationId, recordsBodies))
}
