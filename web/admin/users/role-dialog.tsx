import { useState } from 'react'
import { useAction } from '#web/api.ts'
import { isAdministrator } from '#web/shell/nav.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { administration } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { t } from './messages.ts'
import { finishAction, type UserDialogProps } from './user.ts'

/** Grants or revokes the administrator role. */
export function RoleDialog({ details: { user }, onClose }: UserDialogProps) {
  const { translate } = useLanguage()
  const before = isAdministrator(user) ? 'admin' : 'user'
  const [role, setRole] = useState<'user' | 'admin'>(before)
  const update = useAction(administration.setRole)
  const submit = async () => {
    const message = t('setRole.done', { name: user.name, role: t(role === 'admin' ? 'setRole.asAdmin' : 'setRole.asUser') })
    const result = await update.run({ userId: user.id, role })
    if (result?.error === null) await finishAction({ message, onClose })
  }
  return (
    <Dialog
      busy={update.busy}
      foot={
        <>
          <Button disabled={update.busy} onClick={onClose}>
            {translate('cancel')}
          </Button>
          <Button busy={update.busy} disabled={role === before} variant="primary" onClick={() => void submit()}>
            {t('setRole.action')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={t('setRole.title', { name: user.name })}
    >
      <Choices
        label={t('role')}
        onChange={setRole}
        options={[
          { value: 'user', title: t('setRole.user'), text: t('setRole.userHint') },
          { value: 'admin', title: t('setRole.admin'), text: t('setRole.adminHint') },
        ]}
        value={role}
      />
      {update.error !== null && (
        <Banner alert tone="bad">
          {refusedText(update.error)}
        </Banner>
      )}
    </Dialog>
  )
}
