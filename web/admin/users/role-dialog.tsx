import { useState } from 'react'
import { useAct } from '#web/api.ts'
import { isAdministrator } from '#web/shell/nav.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { administration } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { t } from './messages.ts'
import { type Asked, concluded } from './person.ts'

/** Makes an administrator of somebody, or no longer one. */
export function RoleDialog({ person: { user }, onClose }: Asked) {
  const { say } = useLanguage()
  const before = isAdministrator(user) ? 'admin' : 'user'
  const [role, setRole] = useState<'user' | 'admin'>(before)
  const act = useAct(administration.setRole)
  const submit = async () => {
    const told = t('setRole.done', { name: user.name, role: t(role === 'admin' ? 'setRole.asAdmin' : 'setRole.asUser') })
    await concluded(await act.run({ userId: user.id, role }), { told, onClose })
  }
  return (
    <Dialog
      busy={act.busy}
      foot={
        <>
          <Button disabled={act.busy} onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button busy={act.busy} disabled={role === before} look="primary" onClick={() => void submit()}>
            {t('setRole.act')}
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
      {act.error !== null && (
        <Banner alert tone="bad">
          {refusedText(act.error)}
        </Banner>
      )}
    </Dialog>
  )
}
