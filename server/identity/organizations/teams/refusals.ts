import { defineRefusals } from '#kernel/refusal.ts'

/** Errors of teams (specification, section 8; auth contract, Organizations). */
export const teamRefusals = defineRefusals({
  noActiveOrganization: { status: 400, sentence: 'No active organization' },
  notAllowedToCreate: { status: 403, sentence: 'You are not allowed to create teams in this organization' },
  // The published sentence for a caller who is not a member of the organization.
  outsiderCreates: { status: 403, sentence: 'You are not allowed to invite users to this organization' },
  maximumReached: { status: 400, sentence: 'You have reached the maximum number of teams' },
  notAllowedToUpdate: { status: 403, sentence: 'You are not allowed to update this team' },
  teamNotFound: { status: 400, sentence: 'Team not found' },
  notAllowedToDelete: { status: 403, sentence: 'You are not allowed to delete this team' },
  notAllowedToDeleteTeams: { status: 403, sentence: 'You are not allowed to delete teams in this organization' },
  lastTeam: { status: 400, sentence: 'Unable to remove last team' },
  notInTeam: { status: 400, sentence: 'User is not a member of the team' },
  notInActiveTeam: { status: 403, sentence: 'User is not a member of the team' },
  noActiveTeam: { status: 400, sentence: 'You do not have an active team' },
  inAnotherTeam: { status: 400, sentence: 'The member is in another team' },
  FORBIDDEN: { status: 403, sentence: '' },
})
