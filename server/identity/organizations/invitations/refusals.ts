import { defineRefusals } from '#kernel/refusal.ts'

/** Errors of invitations (specification, section 8; auth contract, Organizations). */
export const invitationRefusals = defineRefusals({
  organizationNotFound: { status: 400, sentence: 'Organization not found' },
  memberNotFound: { status: 400, sentence: 'Member not found' },
  notAllowedToInvite: { status: 403, sentence: 'You are not allowed to invite users to this organization' },
  notAllowedRole: { status: 403, sentence: 'you are not allowed to invite user with this role' },
  teamNotFound: { status: 400, sentence: 'Team not found' },
  alreadyMember: { status: 400, sentence: 'User is already a member of this organization' },
  alreadyInvited: { status: 400, sentence: 'User is already invited to this organization' },
  limitReached: { status: 403, sentence: 'Invitation limit reached' },
  invitationNotFound: { status: 400, sentence: 'Invitation not found' },
  // The published server writes it this way when an invitation is rejected or read.
  noSuchInvitation: { status: 400, sentence: 'Invitation not found!' },
  notRecipient: { status: 403, sentence: 'You are not the recipient of the invitation' },
  emailNotVerified: { status: 403, sentence: 'Email not verified' },
  inviterGone: { status: 400, sentence: 'Inviter is no longer a member of the organization' },
  inviterMayNotInvite: { status: 400, sentence: 'Inviter is no longer allowed to invite to the organization' },
  notAllowedToCancel: { status: 403, sentence: 'You are not allowed to cancel this invitation' },
  notAuthenticated: { status: 401, sentence: 'Not authenticated' },
  organizationIdRequired: { status: 400, sentence: 'Organization ID is required' },
  notAMember: { status: 403, sentence: 'You are not a member of this organization' },
  failedToRetrieve: {
    status: 400,
    sentence: 'Failed to retrieve invitation',
    neverSent: 'One conditional statement settles an invitation: a second request gets "Invitation not found".',
  },
})
