export { type Administrator, createAdministrator, type NewAdministrator } from './actions/create-administrator.ts'
export { passwordRefusals } from './refusals.ts'
