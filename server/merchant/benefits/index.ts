export type { Benefit } from './model.ts'
export {
  benefitsOfProductJson,
  findBenefits,
  fromBenefitRows,
  hasBenefit,
  offersFile,
  publicBenefitsOfProductJson,
  replaceProductBenefits,
} from './store.ts'
