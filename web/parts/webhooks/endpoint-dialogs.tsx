import { useState } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { DangerDialog } from '#web/ui/overlays/danger-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import type { EndpointAction } from './commands.tsx'
import { endpointName } from './endpoint-name.ts'
import { t } from './messages.ts'
import { SigningSecretDialog } from './new-endpoint-dialog.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { SampleDialog } from './sample-dialog.tsx'
import { newSecret } from './secret.ts'
import { useWebhookClient } from './webhook-client.ts'

/** Enables an endpoint, without a confirmation. */
export function useEnableEndpoint() {
  const save = useAction(useWebhookClient().webhookEndpoints.update, ['webhookEndpoints'])
  return async (endpoint: WebhookEndpoint) => {
    const result = await save.run(endpoint.id, { isEnabled: true })
    if (result === null) return
    toast(result.error === null ? t('enabled') : errorText(result.error), { bad: result.error !== null })
  }
}

interface DialogProps {
  readonly endpoint: WebhookEndpoint
  readonly onClose: () => void
}

/** The open dialog of an endpoint, if any. `onDeleted` leaves the page of a deleted endpoint. */
export function EndpointDialogs(props: DialogProps & { dialog: EndpointAction | null; onDeleted?: (() => void) | undefined }) {
  const { dialog, ...dialogProps } = props
  if (dialog === 'sample') return <SampleDialog {...dialogProps} />
  if (dialog === 'redeliver') return <ReplayDialog {...dialogProps} />
  if (dialog === 'rotate') return <RotateDialog {...dialogProps} />
  if (dialog === 'disable') return <DisableDialog {...dialogProps} />
  if (dialog === 'delete') return <DeleteDialog {...dialogProps} />
  return null
}

function RotateDialog({ endpoint, onClose }: DialogProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const save = useAction(useWebhookClient().webhookEndpoints.update, ['webhookEndpoints'])
  const rotate = async () => {
    const newValue = newSecret()
    const result = await save.run(endpoint.id, { secret: newValue })
    if (result?.error !== null) return
    setSecret(newValue)
    toast(t('rotate.done'))
  }
  if (secret !== null) return <SigningSecretDialog onClose={onClose} secret={secret} />
  return (
    <ConfirmDialog
      confirmLabel={t('rotate.action')}
      busy={save.busy}
      error={save.error === null ? undefined : errorText(save.error)}
      onClose={onClose}
      onConfirm={() => void rotate()}
      open
      title={t('rotate.title')}
    >
      <p>{t('rotate.text')}</p>
    </ConfirmDialog>
  )
}

function DisableDialog({ endpoint, onClose }: DialogProps) {
  const save = useAction(useWebhookClient().webhookEndpoints.update, ['webhookEndpoints', 'webhookDeliveries'])
  const disable = async () => {
    const result = await save.run(endpoint.id, { isEnabled: false })
    if (result?.error !== null) return
    onClose()
    toast(t('disable.done'))
  }
  return (
    <ConfirmDialog
      confirmLabel={t('disable.action')}
      busy={save.busy}
      danger
      error={save.error === null ? undefined : errorText(save.error)}
      onClose={onClose}
      onConfirm={() => void disable()}
      open
      title={t('disable.title')}
    >
      <p>{t('disable.text')}</p>
    </ConfirmDialog>
  )
}

function DeleteDialog({ endpoint, onClose, onDeleted }: DialogProps & { onDeleted?: (() => void) | undefined }) {
  // The page of a deleted endpoint must not request it again: `onDeleted` leaves the page before the list reloads.
  const remove = useAction(useWebhookClient().webhookEndpoints.delete, onDeleted === undefined ? ['webhookEndpoints'] : [])
  const name = endpointName(endpoint.url)
  const confirm = async () => {
    const result = await remove.run(endpoint.id)
    if (result?.error !== null) return
    onClose()
    onDeleted?.()
    toast(t('delete.done'))
  }
  return (
    <DangerDialog
      confirmLabel={t('delete.action')}
      busy={remove.busy}
      error={remove.error === null ? undefined : errorText(remove.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('delete.title')}
      word={name}
    >
      <p>{t('delete.text', { url: name })}</p>
    </DangerDialog>
  )
}
