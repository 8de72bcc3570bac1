import { kinds } from './kinds.ts'
import { setting } from './setting.ts'

/** The settings of organizations, their members, teams and invitations. Times are in seconds. */
export const organizationSettings = {
  ORGANIZATION_CREATION_DISABLED: setting({
    kind: kinds.flag,
    default: false,
    sentence: 'Whether users may not create organizations. Server calls with `SERVICE_TOKEN` still may.',
  }),
  ORGANIZATION_DELETION_DISABLED: setting({ kind: kinds.flag, default: false, sentence: 'Whether organizations may not be deleted.' }),
  ORGANIZATION_CREATOR_ROLE: setting({
    kind: kinds.oneOf(['owner', 'admin']),
    default: 'owner',
    sentence: 'The role of the user who creates an organization; every organization keeps at least one member with it.',
  }),
  ORGANIZATION_ROLES: setting({
    kind: kinds.roles,
    default: {},
    defaultText: 'owner, admin and member only',
    sentence:
      'Further roles for every organization, as JSON: {"clerk": {"invitation": ["create"], "billing": ["orders:read"]}}; docs/reference/roles.md lists the permissions.',
  }),
  INVITATION_EXPIRES_IN: setting({
    kind: kinds.integer(1, 31_536_000),
    productionMinimum: 60,
    default: 172_800,
    sentence: 'Seconds until an invitation expires.',
  }),
  INVITATION_REQUIRES_VERIFIED_EMAIL: setting({
    kind: kinds.flag,
    default: true,
    sentence: 'Whether answering an invitation requires a verified email; opening the link in the email verifies it.',
  }),
  ALLOW_REMOVING_ALL_TEAMS: setting({ kind: kinds.flag, default: false, sentence: 'Whether the last team may be removed.' }),
} as const
