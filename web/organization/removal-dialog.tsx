import type { MemberWithUser } from '#client/index.ts'
import { organizations } from './client.ts'
import { t } from './messages.ts'
import { Ending } from './settings/ending.tsx'
import { useStanding } from './standing.ts'

/** Takes a member out of the organization, after saying what that means. */
export function RemovalDialog({ member, onClose }: { member: MemberWithUser; onClose: () => void }) {
  const { organization } = useStanding()
  const { name } = member.user
  return (
    <Ending
      act={t('members.removeAct')}
      body={{ organizationId: organization.id, memberIdOrEmail: member.id }}
      call={organizations.removeMember}
      onClose={onClose}
      title={t('members.removeTitle', { name, organization: organization.name })}
      told={t('members.removed', { name })}
    >
      <p>{t('members.removeText')}</p>
    </Ending>
  )
}

/** Leaves the organization oneself, after saying what that means. */
export function LeavingDialog({ onClose }: { onClose: () => void }) {
  const { organization } = useStanding()
  return (
    <Ending
      act={t('danger.leaveAct')}
      body={{ organizationId: organization.id }}
      call={organizations.leave}
      onClose={onClose}
      // A new page: nothing of the organization stays in this one.
      onDone={() => location.replace('/dashboard')}
      title={t('danger.leaveTitle', { organization: organization.name })}
    >
      <p>{t('danger.leaveText')}</p>
    </Ending>
  )
}
