export { changesTold } from './actions/changes-told.ts'
export { type Created, type Creation, createOrganization } from './actions/create-organization.ts'
export { bindSettling } from './actions/delete-organization.ts'
export { memberCaller } from './caller.ts'
export { organizationFacts } from './events.ts'
export { addMember, type Joining } from './members/actions/add-member.ts'
export { endMembership } from './members/actions/end-membership.ts'
export {
  type Belonging,
  findMember,
  heldMembershipOf,
  holdOrganization,
  type MemberKey,
  madeRolesJson,
  membershipOf,
  rolesFor,
} from './members/reads.ts'
export { keeping, mayGive, readRoles, requirePermission } from './members/rules.ts'
export { memberColumns } from './members/store.ts'
export { findOwners, listOrganizations, type OrganizationOwners } from './reads.ts'
export { organizationRefusals } from './refusals.ts'
export { findSoleOwnerships, fromOrganizationRow, isSlugUsed, lockOrganization, organizationColumns, saveOrganization } from './store.ts'
