export { type CreateMerchantInput, createMerchant } from './actions/create-merchant.ts'
export { type UpdateMerchantInput, updateMerchant } from './actions/update-merchant.ts'
export {
  findDefaultCurrency,
  findMerchant,
  fromMerchantRow,
  type MerchantRow,
  merchantJson,
} from './store.ts'
