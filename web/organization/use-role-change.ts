import { useState } from 'react'
import type { MemberWithUser } from '#client/index.ts'
import { useAct } from '#web/api.ts'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { organizations, renewOrganization } from './client.ts'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'
import { isHeavy } from './role-menu.tsx'
import { useStanding } from './standing.ts'

/** Changes a member's roles: at once, or after a question (`asked`) where it weighs. */
export function useRoleChange() {
  const { organization, me } = useStanding()
  const change = useAct(organizations.updateMemberRole)
  const [asked, setAsked] = useState<{ readonly member: MemberWithUser; readonly role: string } | null>(null)
  const run = async (member: MemberWithUser, role: string): Promise<boolean> => {
    const result = await change.run({ organizationId: organization.id, memberId: member.id, role })
    if (result === null) return false
    if (result.error !== null) {
      if (asked === null) toast(refusedText(result.error), { bad: true })
      return false
    }
    await renewOrganization()
    setAsked(null)
    toast(t('members.changed', { name: member.user.name, role: rolesText(role) }))
    return true
  }
  return {
    asked,
    busy: change.busy,
    error: asked === null || change.error === null ? undefined : refusedText(change.error),
    choose: async (member: MemberWithUser, role: string): Promise<boolean> => {
      change.reset()
      if (!isHeavy(member, role, me.id)) return run(member, role)
      setAsked({ member, role })
      return false
    },
    confirm: () => (asked === null ? Promise.resolve(false) : run(asked.member, asked.role)),
    close: () => setAsked(null),
  }
}
