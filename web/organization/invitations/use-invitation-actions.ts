import type { Invitation } from '#client/index.ts'
import { copy } from '#web/parts/copy.ts'
import type { MenuItem } from '#web/ui/actions/menu.tsx'
import { ChainIcon, CopyShapeIcon, RefreshIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { organizations, refreshOrganization } from '../client.ts'
import { useMembership } from '../membership.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'
import { type InvitationState, stateOf } from './states.ts'

/** The actions on an invitation: resend, copy the link, cancel. `onCancel` opens the confirmation. */
export function useInvitationActions(onCancel: (invitation: Invitation) => void) {
  const { organization, may } = useMembership()
  const [mayInvite, mayCancel] = [may({ invitation: ['create'] }), may({ invitation: ['cancel'] })]
  const sendInvitation = async ({ email, role, teamId }: Invitation, state: InvitationState) => {
    const teamExists = organization.teams.some(({ id }) => id === teamId)
    const { error } = await organizations.inviteMember({
      organizationId: organization.id,
      email,
      role,
      ...(state === 'pending' && { resend: true }),
      ...(teamExists && { teamId }),
    })
    await refreshOrganization()
    toast(error === null ? t('invitations.resent', { email }) : refusedText(error), { bad: error !== null })
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
        icon: RefreshIcon,
        disabled: !mayInvite || isMember,
        onSelect: () => void sendInvitation(invitation, state),
      },
      ...(isOpen
        ? [{ label: t('invitations.copyLink'), icon: ChainIcon, disabled: !mayInvite, onSelect: () => void copyLink(invitation) }]
        : []),
      {
        label: t('members.copyEmail'),
        icon: CopyShapeIcon,
        onSelect: () => copy(invitation.email, t('members.emailCopied')),
      },
      ...(isOpen
        ? [
            'line' as const,
            { label: t('invitations.cancel'), icon: TrashIcon, danger: true, disabled: !mayCancel, onSelect: () => onCancel(invitation) },
          ]
        : []),
    ]
  }
}
