import type { OrganizationRole } from '#client/index.ts'
import { roleWords as t } from '#web/parts/organizations/roles.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { organizations } from './client.ts'
import { Ending } from './settings/ending.tsx'
import { useStanding } from './standing.ts'
import { usePlace } from './use-place.ts'

/** Deletes a role that nobody has; of one that is in use it says so, and leads to those who have it. */
export function RoleDeletion(props: { role: OrganizationRole; onClose: () => void; onDone: () => void }) {
  const { role, onClose, onDone } = props
  const { organization } = useStanding()
  if (role.members > 0) return <InUse onClose={onClose} role={role} />
  return (
    <Ending
      act={t('drawer.delete')}
      body={{ organizationId: organization.id, name: role.name }}
      call={organizations.deleteRole}
      onClose={onClose}
      onDone={onDone}
      title={t('drawer.deleteTitle', { name: role.name })}
      told={t('drawer.deleted', { name: role.name })}
    >
      <p>{t('drawer.deleteText')}</p>
    </Ending>
  )
}

function InUse({ role, onClose }: { role: OrganizationRole; onClose: () => void }) {
  const { roomOf } = usePlace()
  const { say } = useLanguage()
  return (
    <Dialog
      foot={
        <>
          <Button onClick={onClose}>{say('close')}</Button>
          <a className={buttonClass({ look: 'primary' })} href={`${roomOf('members')}?role=${encodeURIComponent(role.name)}`}>
            {t('whoHas')}
          </a>
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={t('drawer.inUseTitle', { name: role.name })}
    >
      <p className="text-body text-muted">{t('drawer.inUse', { count: role.members })}</p>
    </Dialog>
  )
}
