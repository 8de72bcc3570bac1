import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { t } from '#web/parts/api-calls/messages.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

/** Whether bodies are recorded, with the way to change it, and how many calls are missing. */
export function Recording({ organizationId }: { organizationId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(apiQuery('apiCalls', 'settings', { organizationId }))
  if (data === undefined) return null
  const { recordsBodies, droppedCalls } = data
  return (
    <div className="mb-16 grid gap-8">
      <Banner
        action={<Button onClick={() => setIsOpen(true)}>{t(recordsBodies ? 'recording.turnOff' : 'recording.turnOn')}</Button>}
        tone="info"
      >
        {t(recordsBodies ? 'recording.on' : 'recording.off')}
      </Banner>
      {droppedCalls > 0 && <Banner tone="warn">{t('recording.dropped', { count: droppedCalls })}</Banner>}
      {isOpen && <RecordingDialog onClose={() => setIsOpen(false)} organizationId={organizationId} recordsBodies={recordsBodies} />}
    </div>
  )
}

/** Confirms that bodies are recorded from now on, or are no longer and those that were are deleted. */
function RecordingDialog(props: { organizationId: string; recordsBodies: boolean; onClose: () => void }) {
  const { organizationId, recordsBodies, onClose } = props
  const update = useAction(client.apiCalls.updateSettings, ['apiCalls'])
  const confirm = async () => {
    const result = await update.run({ organizationId, recordsBodies: !recordsBodies })
    if (result?.error !== null) return
    onClose()
    toast(t(recordsBodies ? 'recording.turnedOff' : 'recording.turnedOn'))
  }
  return (
    <ConfirmDialog
      busy={update.busy}
      confirmLabel={t(recordsBodies ? 'recording.offAction' : 'recording.onAction')}
      danger={recordsBodies}
      error={update.error === null ? undefined : errorText(update.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t(recordsBodies ? 'recording.offTitle' : 'recording.onTitle')}
    >
      <p>{t(recordsBodies ? 'recording.offText' : 'recording.onText')}</p>
    </ConfirmDialog>
  )
}
