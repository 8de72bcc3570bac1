import { alike, maybeText, pageNumber, text } from '#web/shell/search-values.ts'

// The search parameters of the settings pages.
export const memberSearch = { query: text, page: pageNumber, ...alike(maybeText, 'role', 'team') }
export const teamSearch = { query: text, page: pageNumber }
export const auditSearch = alike(maybeText, 'status', 'by', 'from', 'to')
