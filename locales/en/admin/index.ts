import { adminAudit } from './audit.ts'
import { adminEmails } from './emails.ts'
import { adminEvents } from './events.ts'
import { adminFrame } from './frame.ts'
import { adminHealth } from './health.ts'
import { impersonation } from './impersonation.ts'
import { adminJobs } from './jobs.ts'
import { adminOrganizations } from './organizations.ts'
import { adminPayouts } from './payouts.ts'
import { adminSessions } from './sessions.ts'
import { adminUsers } from './users.ts'
import { adminWebhooks } from './webhooks.ts'

/** All messages of the admin pages. A page imports its own file instead. */
export const admin = {
  audit: adminAudit,
  emails: adminEmails,
  events: adminEvents,
  frame: adminFrame,
  health: adminHealth,
  impersonation,
  jobs: adminJobs,
  organizations: adminOrganizations,
  payouts: adminPayouts,
  sessions: adminSessions,
  users: adminUsers,
  webhooks: adminWebhooks,
} as const
