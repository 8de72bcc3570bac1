export type { Benefit } from './model.ts'
export {
  benefits as benefitsTable,
  benefitsOfProductJson,
  findBenefits,
  findBenefitsOf,
  fromBenefitRows,
  fromStored,
  hasBenefit,
  offersFile,
  publicBenefitsOfProductJson,
  replaceProductBenefits,
} from './store.ts'
