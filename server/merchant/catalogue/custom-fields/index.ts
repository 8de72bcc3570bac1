export { customFields, findCustomFields, listCustomFieldSlugs } from './store.ts'
