export { type CreateOrganizationInput, type CreateOrganizationResult, createOrganization } from './actions/create-organization.ts'
export { describeChanges } from './actions/describe-changes.ts'
export { lockSettled, runSettled } from './actions/run-settled.ts'
export { type SetBlockInput, setBlock } from './actions/set-block.ts'
export { memberCaller } from './caller.ts'
export { organizationEvents } from './events.ts'
export { type AddMemberInput, addMember } from './members/actions/add-member.ts'
export { deleteMembership } from './members/actions/delete-membership.ts'
export {
  customRolesJson,
  findLockedMembership,
  findMember,
  findMembership,
  lockOrganizationById,
  type MemberKey,
  type MembershipKey,
  pageForMember,
  rolesFor,
  scopesOfUser,
} from './members/reads.ts'
export { ownershipRoles, requirePermission } from './members/rules.ts'
export { findOwners, firstOwnerOf, isVerifiedMember, listOrganizations, type OrganizationOwners } from './reads.ts'
export { organizationRefusals } from './refusals.ts'
export {
  findIdBySlug,
  findSoleOwnerships,
  fromOrganizationRow,
  isSlugUsed,
  lockOrganization,
  organizations,
  saveOrganization,
} from './store.ts'
