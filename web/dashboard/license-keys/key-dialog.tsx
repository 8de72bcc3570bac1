import type { LicenseKeyRead, LicenseKeyUpdate, Result } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import type { KeyDialogName } from '#web/parts/license-keys/commands.tsx'
import { t } from '#web/parts/license-keys/messages.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { LimitsDialog } from './limits-dialog.tsx'

/** The fields of a key that its dialogs need. */
export type DialogKey = Pick<LicenseKeyRead, 'id' | 'displayKey' | 'usage' | 'limitUsage' | 'limitActivations' | 'expiresAt'>

interface KeyDialogProps {
  readonly name: KeyDialogName
  readonly licenseKey: DialogKey
  readonly onClose: () => void
  /** Called with the key that a reissue has created. */
  readonly onReissued?: ((created: LicenseKeyRead) => void) | undefined
}

/** The dialog that changes a license key. */
export default function KeyDialog(props: KeyDialogProps) {
  return props.name === 'edit' ? (
    <LimitsDialog licenseKey={props.licenseKey} onClose={props.onClose} />
  ) : (
    <Confirmation {...props} name={props.name} />
  )
}

const statusAfter = { disable: 'disabled', enable: 'granted', revoke: 'revoked' } as const satisfies Record<
  string,
  LicenseKeyUpdate['status']
>

function send(id: string, name: Exclude<KeyDialogName, 'edit'>): Promise<Result<LicenseKeyRead>> {
  return name === 'reissue' ? client.licenseKeys.reissue(id) : client.licenseKeys.update(id, { status: statusAfter[name] })
}

function Confirmation({ name, licenseKey, onClose, onReissued }: KeyDialogProps & { name: Exclude<KeyDialogName, 'edit'> }) {
  const action = useAction(send, ['licenseKeys'])
  const confirm = async () => {
    const result = await action.run(licenseKey.id, name)
    if (!result || result.error) return
    onClose()
    toast(t(`${name}.done`))
    if (name === 'reissue') onReissued?.(result.data)
  }
  return (
    <ConfirmDialog
      busy={action.busy}
      confirmLabel={t(`${name}.action`)}
      danger={name === 'revoke'}
      error={action.error === null ? undefined : errorText(action.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t(`${name}.title`, { key: licenseKey.displayKey })}
    >
      <p>{t(`${name}.text`)}</p>
    </ConfirmDialog>
  )
}
