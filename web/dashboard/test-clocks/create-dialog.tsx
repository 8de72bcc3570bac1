import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { longTimeText } from '#web/ui/text/moment.ts'
import { t } from './messages.ts'

/** Confirms that a test clock is created, which nothing takes back, and advanced to `target`. */
export function CreateDialog({ target, zone, onClose }: { target: Date; zone: string; onClose: () => void }) {
  const { id: organizationId } = useOrganization()
  const { locale } = useLanguage()
  const create = useAction(client.testClocks.create, ['testClocks', 'organizations'])
  const confirm = async () => {
    const result = await create.run({ organizationId, frozenTime: target.toISOString() })
    if (result?.error === null) onClose()
  }
  return (
    <ConfirmDialog
      busy={create.busy}
      confirmLabel={t('confirm.action')}
      error={create.error === null ? undefined : errorText(create.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('confirm.title')}
    >
      <p>{t('confirm.frozen')}</p>
      <p className="font-strong text-text">{t('confirm.forward')}</p>
      <p>{t('confirm.real')}</p>
      <p>{t('form.preview', { time: longTimeText(locale, target, zone) })}</p>
    </ConfirmDialog>
  )
}
