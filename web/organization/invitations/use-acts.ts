import type { Invitation } from '#client/index.ts'
import { copy } from '#web/parts/copy.ts'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { AgainIcon, ChainIcon, CopyShapeIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { organizations, renewOrganization } from '../client.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'
import { useStanding } from '../standing.ts'
import { type InvitationState, stateOf } from './states.ts'

/** What can be done with an invitation: mail it again, copy its page, take it back. `onCancel` asks first. */
export function useInvitationActs(onCancel: (invitation: Invitation) => void) {
  const { organization, may } = useStanding()
  const [mayInvite, mayCancel] = [may({ invitation: ['create'] }), may({ invitation: ['cancel'] })]
  const mail = async ({ email, role, teamId }: Invitation, state: InvitationState) => {
    const isTeamThere = organization.teams.some(({ id }) => id === teamId)
    const { error } = await organizations.inviteMember({
      organizationId: organization.id,
      email,
      role,
      ...(state === 'pending' && { resend: true }),
      ...(isTeamThere && { teamId }),
    })
    await renewOrganization()
    toast(error === null ? t('invitations.mailed', { email }) : refusedText(error), { bad: error !== null })
  }
  const copyLink = async (invitation: Invitation) => {
    const { data, error } = await organizations.getInvitationLink({ id: invitation.id })
    if (error === null) copy(data.url, t('invitations.linkCopied'))
    else toast(refusedText(error), { bad: true })
  }
  return (invitation: Invitation): MenuItem[] => {
    const state = stateOf(invitation, new Date())
    const isOpen = state === 'pending'
    const isMember = organization.members.some(({ user }) => user.email === invitation.email)
    return [
      {
        label: t(isOpen ? 'invitations.resend' : 'invitations.again'),
        icon: AgainIcon,
        disabled: !mayInvite || isMember,
        act: () => void mail(invitation, state),
      },
      ...(isOpen
        ? [{ label: t('invitations.copyLink'), icon: ChainIcon, disabled: !mayInvite, act: () => void copyLink(invitation) }]
        : []),
      {
        label: t('members.copyEmail'),
        icon: CopyShapeIcon,
        act: () => copy(invitation.email, t('members.emailCopied')),
      },
      ...(isOpen
        ? [
            'line' as const,
            { label: t('invitations.cancel'), icon: TrashIcon, danger: true, disabled: !mayCancel, act: () => onCancel(invitation) },
          ]
        : []),
    ]
  }
}
