import { useState } from 'react'
import type { MemberWithUser } from '#client/index.ts'
import { useAction } from '#web/api.ts'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { organizations, refreshOrganization } from './client.ts'
import { useMembership } from './membership.ts'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'
import { needsConfirmation } from './role-menu.tsx'

/** Changes a member's roles: immediately, or after a confirmation (`pending`). */
export function useRoleChange() {
  const { organization, me } = useMembership()
  const change = useAction(organizations.updateMemberRole)
  const [pending, setPending] = useState<{ readonly member: MemberWithUser; readonly role: string } | null>(null)
  const run = async (member: MemberWithUser, role: string): Promise<boolean> => {
    const result = await change.run({ organizationId: organization.id, memberId: member.id, role })
    if (result === null) return false
    if (result.error !== null) {
      if (pending === null) toast(refusedText(result.error), { bad: true })
      return false
    }
    await refreshOrganization()
    setPending(null)
    toast(t('members.changed', { name: member.user.name, role: rolesText(role) }))
    return true
  }
  return {
    pending,
    busy: change.busy,
    error: pending === null || change.error === null ? undefined : refusedText(change.error),
    choose: async (member: MemberWithUser, role: string): Promise<boolean> => {
      change.reset()
      if (!needsConfirmation(member, role, me.id)) return run(member, role)
      setPending({ member, role })
      return false
    },
    confirm: () => (pending === null ? Promise.resolve(false) : run(pending.member, pending.role)),
    close: () => setPending(null),
  }
}
