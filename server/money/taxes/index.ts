export { type UpdateTaxSettingsInput, updateTaxSettings } from './actions/update-tax-settings.ts'
export { findUnratedPlaces } from './reads.ts'
