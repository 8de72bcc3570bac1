import { type FilterKinds, searchOf } from '#web/shell/list/search.ts'
import { maybeText } from '#web/shell/pages/search-values.ts'

// The filters of the administration's lists by kind, and the search parameters of its pages.
export const userFilters = { role: 'one', banned: 'has', verified: 'has', of: 'one' } as const satisfies FilterKinds
export const sessionFilters = { is: 'one', of: 'reference' } as const satisfies FilterKinds
export const organizationFilters = {} as const satisfies FilterKinds
export const auditFilters = {
  name: 'one',
  date: 'dates',
  actor: 'reference',
  of: 'reference',
  org: 'reference',
} as const satisfies FilterKinds
export const jobFilters = { is: 'one', name: 'text' } as const satisfies FilterKinds
export const eventFilters = { is: 'one', org: 'reference', of: 'text' } as const satisfies FilterKinds

/** `dialog` is the id of the row that is open beside the list, or the name of a dialog. */
const dialog = { dialog: maybeText }
export const userSearch = { ...searchOf(userFilters), ...dialog }
export const userPageSearch = dialog
export const sessionSearch = { ...searchOf(sessionFilters), ...dialog }
export const organizationSearch = searchOf(organizationFilters)
export const organizationPageSearch = dialog
export const auditSearch = { ...searchOf(auditFilters), ...dialog }
export const jobSearch = { ...searchOf(jobFilters), ...dialog }
export const eventSearch = { ...searchOf(eventFilters), ...dialog }
export const webhookSearch = { ...searchOf({}), ...dialog }
export const mailSearch = { locale: maybeText }
export const payoutSearch = { ...dialog, of: maybeText }
