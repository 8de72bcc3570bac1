import { useState } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { client, useAct } from '#web/api.ts'
import { errorText } from '#web/full-language.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { DangerDialog } from '#web/ui/overlays/danger-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import type { EndpointQuestion } from './commands.tsx'
import { endpointName } from './endpoint-name.ts'
import { t } from './messages.ts'
import { SecretDialog } from './new-endpoint-dialog.tsx'
import { newSecret } from './secret.ts'

/** Switches an endpoint on; what its head and menu do at once. */
export function useEnable() {
  const save = useAct(client.webhookEndpoints.update, ['webhookEndpoints'])
  return async (endpoint: WebhookEndpoint) => {
    const result = await save.run(endpoint.id, { isEnabled: true })
    if (result === null) return
    toast(result.error === null ? t('enabled') : errorText(result.error), { bad: result.error !== null })
  }
}

interface Asked {
  readonly endpoint: WebhookEndpoint
  readonly onClose: () => void
}

/** The question that is open about an endpoint, or none. `onDeleted` leaves a page whose endpoint has gone. */
export function EndpointDialogs(props: Asked & { about: EndpointQuestion | null; onDeleted?: (() => void) | undefined }) {
  const { about, ...asked } = props
  if (about === 'rotate') return <RotateDialog {...asked} />
  if (about === 'disable') return <DisableDialog {...asked} />
  if (about === 'delete') return <DeleteDialog {...asked} />
  return null
}

function RotateDialog({ endpoint, onClose }: Asked) {
  const [secret, setSecret] = useState<string | null>(null)
  const save = useAct(client.webhookEndpoints.update, ['webhookEndpoints'])
  const rotate = async () => {
    const made = newSecret()
    const result = await save.run(endpoint.id, { secret: made })
    if (result?.error !== null) return
    setSecret(made)
    toast(t('rotate.done'))
  }
  if (secret !== null) return <SecretDialog onClose={onClose} secret={secret} />
  return (
    <ConfirmDialog
      act={t('rotate.act')}
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

function DisableDialog({ endpoint, onClose }: Asked) {
  const save = useAct(client.webhookEndpoints.update, ['webhookEndpoints', 'webhookDeliveries'])
  const disable = async () => {
    const result = await save.run(endpoint.id, { isEnabled: false })
    if (result?.error !== null) return
    onClose()
    toast(t('disable.done'))
  }
  return (
    <ConfirmDialog
      act={t('disable.act')}
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

function DeleteDialog({ endpoint, onClose, onDeleted }: Asked & { onDeleted?: (() => void) | undefined }) {
  // The page of what was deleted must not ask for it once more: the list is asked again only after it was left.
  const remove = useAct(client.webhookEndpoints.delete, onDeleted === undefined ? ['webhookEndpoints'] : [])
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
      act={t('delete.act')}
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
