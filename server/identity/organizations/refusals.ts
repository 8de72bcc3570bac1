import { defineRefusals } from '#kernel/refusal.ts'

const ANSWERED_AS_FALSE = 'has-permission answers `success: false`; every other endpoint has its own sentence for a missing permission.'
const NOT_A_MEMBER = 'User is not a member of the organization'

/** Errors of organizations (specification, section 8; auth contract, Organizations). */
export const organizationRefusals = defineRefusals({
  notAllowedToCreate: { status: 403, sentence: 'You are not allowed to create a new organization' },
  maximumReached: { status: 403, sentence: 'You have reached the maximum number of organizations' },
  alreadyExists: { status: 400, sentence: 'Organization already exists' },
  slugTaken: { status: 400, sentence: 'slug is taken' },
  notFound: { status: 400, sentence: 'Organization not found' },
  notAllowedToUpdate: { status: 403, sentence: 'You are not allowed to update this organization' },
  notAllowedToDelete: { status: 403, sentence: 'You are not allowed to delete this organization' },
  deletionDisabled: { status: 403, code: 'FORBIDDEN', sentence: '' },
  paymentsUnsettled: { status: 409, sentence: 'A payment to this organization is still being settled' },
  paidOrders: { status: 409, sentence: 'This organization has paid orders: its books must be kept' },
  sessionExpired: { status: 400, sentence: 'Session expired. Re-authenticate to perform this action.' },
  noActive: { status: 400, sentence: 'No active organization' },
  notAMember: { status: 403, sentence: NOT_A_MEMBER },
  /** The same sentence with the other statuses of the contract. */
  notAMemberHere: { status: 400, sentence: NOT_A_MEMBER },
  notAMemberThere: { status: 401, sentence: NOT_A_MEMBER },
  memberNotFound: { status: 400, sentence: 'Member not found' },
  alreadyMember: { status: 400, sentence: 'User is already a member of this organization' },
  membershipLimit: { status: 403, sentence: 'Organization membership limit reached' },
  /** The caller is not signed in: only `update` has a sentence for it. */
  notSignedIn: { status: 401, sentence: 'User not found' },
  userNotFound: { status: 400, sentence: 'User not found' },
  teamNotFound: { status: 400, sentence: 'Team not found' },
  notAllowedToUpdateMember: { status: 403, sentence: 'You are not allowed to update this member' },
  notAllowedToDeleteMember: { status: 401, sentence: 'You are not allowed to delete this member' },
  onlyOwner: { status: 400, sentence: 'You cannot leave the organization as the only owner' },
  eitherUserIdOrSession: { status: 400, sentence: 'Either userId or session is required' },
  roleNotFound: { status: 400, sentence: 'Role not found' },
  roleNameTaken: { status: 400, sentence: 'A role of this name exists already' },
  roleInUse: { status: 400, sentence: 'The role is in use' },
  roleLimit: { status: 403, sentence: 'Role limit reached' },
  notAllowedToManageRoles: { status: 403, sentence: 'You are not allowed to manage the roles of this organization' },
  notAllowedToGrant: { status: 403, sentence: 'You are not allowed to grant permissions that you do not hold yourself' },
  resourceClosed: { status: 403, sentence: 'You are not allowed to access resource: {resource}', neverSent: ANSWERED_AS_FALSE },
  actionClosed: { status: 403, sentence: 'unauthorized to access resource', neverSent: ANSWERED_AS_FALSE },
  nothingRequested: { status: 403, sentence: 'Not authorized', neverSent: ANSWERED_AS_FALSE },
})
