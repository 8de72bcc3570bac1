import { kinds } from './kinds.ts'
import { setting } from './setting.ts'

/** The settings of organizations, their members, teams and invitations. Times are in seconds. */
export const organizationSettings = {
  ORGANIZATION_CREATION_DISABLED: setting({ kind: kinds.flag, default: false, sentence: 'Whether people may not make organizations.' }),
  ORGANIZATION_DELETION_DISABLED: setting({ kind: kinds.flag, default: false, sentence: 'Whether organizations may not be deleted.' }),
  ORGANIZATION_LIMIT: setting({
    kind: kinds.optionalInteger(1, 1_000_000),
    default: undefined,
    defaultTold: 'no limit',
    sentence: 'Whoever belongs to so many organizations makes no further one.',
  }),
  ORGANIZATION_CREATOR_ROLE: setting({
    kind: kinds.oneOf(['owner', 'admin']),
    default: 'owner',
    sentence: 'The role of whoever makes an organization; somebody in it always keeps it.',
  }),
  ORGANIZATION_ROLES: setting({
    kind: kinds.roles,
    default: {},
    defaultTold: 'owner, admin and member alone',
    sentence:
      'Further roles for every organization, as JSON: {"clerk": {"invitation": ["create"], "billing": ["orders:read"]}}; docs/reference/roles.md tells what can be permitted.',
  }),
  MEMBERSHIP_LIMIT: setting({
    kind: kinds.integer(1, 10_000),
    default: 100,
    sentence: 'Members of an organization at most, and as many as lists of them show.',
  }),
  INVITATION_LIMIT: setting({
    kind: kinds.integer(1, 10_000),
    default: 100,
    sentence: 'Invitations of an organization that may be open at once.',
  }),
  INVITATION_EXPIRES_IN: setting({
    kind: kinds.integer(60, 31_536_000),
    default: 172_800,
    sentence: 'Seconds for which an invitation can be accepted.',
  }),
  INVITATION_REQUIRES_VERIFIED_EMAIL: setting({
    kind: kinds.flag,
    default: true,
    sentence: 'Whether an invitation asks whoever answers it to have proven the address; opening the mailed link proves it.',
  }),
  MAX_TEAMS: setting({
    kind: kinds.optionalInteger(1, 10_000),
    default: undefined,
    defaultTold: 'no limit',
    sentence: 'Teams of an organization at most, the one it begins with included.',
  }),
  ALLOW_REMOVING_ALL_TEAMS: setting({ kind: kinds.flag, default: false, sentence: 'Whether the last team may be removed.' }),
} as const
