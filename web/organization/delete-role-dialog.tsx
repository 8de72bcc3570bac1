import type { OrganizationRole } from '#client/index.ts'
import { roleMessages as t } from '#web/parts/organizations/roles.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { organizations } from './client.ts'
import { useMembership } from './membership.ts'
import { DestructiveActionDialog } from './settings/destructive-action-dialog.tsx'
import { useSettingsNavigation } from './use-settings-navigation.ts'

/** Deletes an unused role; for a role in use it says so and links to the members who have it. */
export function DeleteRoleDialog(props: { role: OrganizationRole; onClose: () => void; onDone: () => void }) {
  const { role, onClose, onDone } = props
  const { organization } = useMembership()
  if (role.members > 0) return <InUse onClose={onClose} role={role} />
  return (
    <DestructiveActionDialog
      confirmLabel={t('drawer.delete')}
      body={{ organizationId: organization.id, name: role.name }}
      call={organizations.deleteRole}
      onClose={onClose}
      onDone={onDone}
      title={t('drawer.deleteTitle', { name: role.name })}
      successMessage={t('drawer.deleted', { name: role.name })}
    >
      <p>{t('drawer.deleteText')}</p>
    </DestructiveActionDialog>
  )
}

function InUse({ role, onClose }: { role: OrganizationRole; onClose: () => void }) {
  const { pageHref } = useSettingsNavigation()
  const { translate } = useLanguage()
  return (
    <Dialog
      foot={
        <>
          <Button onClick={onClose}>{translate('close')}</Button>
          <a className={buttonClass({ variant: 'primary' })} href={`${pageHref('members')}?role=${encodeURIComponent(role.name)}`}>
            {t('viewMembers')}
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
