export { activateLive } from './actions/activate-live.ts'
export { type CreateMerchantInput, createMerchant } from './actions/create-merchant.ts'
export { type UpdateMerchantInput, updateMerchant } from './actions/update-merchant.ts'
export { findTaxedPlaces, type TaxedPlace } from './reads.ts'
export {
  findDefaultCurrency,
  findEmbedSettings,
  findMerchant,
  findMerchantBySlug,
  freezeMerchant,
  fromMerchantRow,
  hasLiveMerchant,
  isTestMerchant,
  type MerchantRow,
  merchantJson,
  moveFrozenTime,
  releaseMerchant,
  saveProfile,
} from './store.ts'
