export { administrationRefusals } from './refusals.ts'
export { requireAdministrator } from './rules.ts'
