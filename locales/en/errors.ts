import { adminErrors } from './admin/errors.ts'
import { accountErrors } from './errors-account.ts'
import { dashboardErrors } from './errors-dashboard.ts'
import { organizationErrors } from './organizations/errors-organizations.ts'
import { providerErrors } from './social/errors.ts'

/**
 * Sentences for refusals, by their code on the wire (`code` of /api/auth, `error` of /v1), and for what happens before a server answers. A sentence is
 * written into the file of the pages that can meet it: the other pages do not carry it.
 */
export const errors = { ...adminErrors, ...organizationErrors, ...dashboardErrors, ...accountErrors, ...providerErrors } as const
