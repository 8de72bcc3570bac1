export { type UpdateTaxSettingsInput, updateTaxSettings } from './actions/update-tax-settings.ts'
export { answersOf, loadEngine, taxSourcesOf } from './engines/answers.ts'
export { findUnratedPlaces } from './reads.ts'
