import type { OrganizationRole } from '#client/index.ts'
import { useAct } from '#web/api.ts'
import { ConfirmDialog } from '#web/ui/floating/confirm-dialog.tsx'
import { toast } from '#web/ui/floating/toasts.ts'
import { organizations, renewOrganization } from './client.ts'
import { refusedText } from './refusal.ts'
import { roleWords as t } from './role-names.ts'
import { useStanding } from './standing.ts'

/** Deletes a role that nobody has; of one that is in use it says so. */
export function RoleDeletion(props: { role: OrganizationRole; onClose: () => void; onDone: () => void }) {
  const { role, onClose, onDone } = props
  const { organization } = useStanding()
  const remove = useAct(organizations.deleteRole)
  const confirm = async () => {
    const result = await remove.run({ organizationId: organization.id, name: role.name })
    if (result?.error !== null) return
    onDone()
    await renewOrganization()
    toast(t('drawer.deleted', { name: role.name }))
  }
  return (
    <ConfirmDialog
      act={t('drawer.delete')}
      busy={remove.busy}
      danger
      error={remove.error === null ? undefined : refusedText(remove.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={t('drawer.deleteTitle', { name: role.name })}
    >
      <p>{role.members > 0 ? t('drawer.inUse', { count: role.members }) : t('drawer.deleteText')}</p>
    </ConfirmDialog>
  )
}
