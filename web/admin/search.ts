import { alike, maybeText } from '#web/shell/search-values.ts'

// The search parameters of the administration's pages.
export const userSearch = alike(maybeText, 'query', 'of', 'role', 'banned', 'verified', 'sort', 'page', 'dialog')
export const userPageSearch = alike(maybeText, 'dialog')
export const sessionSearch = alike(maybeText, 'is', 'of', 'dialog')
export const organizationSearch = alike(maybeText, 'query', 'sort', 'page')
export const auditSearch = alike(maybeText, 'query', 'is', 'org', 'name', 'of', 'dialog')
export const jobSearch = alike(maybeText, 'is', 'name', 'dialog')
export const eventSearch = alike(maybeText, 'query', 'org', 'of', 'is', 'dialog')
export const mailSearch = alike(maybeText, 'locale')
