import { adminErrors } from './admin/errors.ts'
import { accountErrors } from './errors-account.ts'
import { dashboardErrors } from './errors-dashboard.ts'
import { organizationErrors } from './organizations/errors-organizations.ts'
import { portal } from './portal/portal.ts'
import { providerErrors } from './social/errors.ts'

/**
 * The messages of refusals by their code on the wire (`code` of /api/auth, `error` of /v1), and of failures without a response. Each message is in the
 * file of the pages that can receive it, so other pages do not load it.
 */
export const errors = { ...portal.refusals, ...adminErrors, ...organizationErrors, ...dashboardErrors, ...accountErrors, ...providerErrors }
