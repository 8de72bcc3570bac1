export { type ChangedMerchant, changeMerchant } from './actions/change-merchant.ts'
export { createMerchant, type NewMerchant } from './actions/create-merchant.ts'
export {
  everyMerchant,
  findDefaultCurrency,
  findMerchant,
  fromMerchantRow,
  type MerchantRow,
  merchantColumns,
  merchantJson,
} from './store.ts'
