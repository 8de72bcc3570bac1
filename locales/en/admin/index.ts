import { adminAudit } from './audit.ts'
import { borrowed } from './borrowed.ts'
import { adminFacts } from './facts.ts'
import { adminFrame } from './frame.ts'
import { adminHealth } from './health.ts'
import { adminJobs } from './jobs.ts'
import { adminLetters } from './letters.ts'
import { adminOrganizations } from './organizations.ts'
import { adminSessions } from './sessions.ts'
import { adminUsers } from './users.ts'

/** All sentences of the platform's administration. A screen imports its own file instead. */
export const admin = {
  audit: adminAudit,
  borrowed,
  facts: adminFacts,
  frame: adminFrame,
  health: adminHealth,
  jobs: adminJobs,
  letters: adminLetters,
  organizations: adminOrganizations,
  sessions: adminSessions,
  users: adminUsers,
} as const
