export { customFields, findCustomFields } from './store.ts'
